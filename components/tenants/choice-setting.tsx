"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Segmented } from "@/components/ui/segmented";
import { SETTING } from "@/components/words/tenants";
import { UNREACHABLE } from "@/components/words/ui";
import { saveTenantSettings } from "@/lib/tenants/actions";
import { SettingFoot } from "./setting-foot";
import { SettingFrame } from "./setting-frame";
import { useDraft } from "./use-draft";

const NO_ANSWER = { ok: false, code: "UNREACHABLE", message: UNREACHABLE, requestId: "" } as const;

type Wire = string | boolean;
type ChoiceName =
  | "autoApproveHighRisk"
  | "confirmMode"
  | "blockSelfApproval"
  | "tokensApproveCritical"
  | "criticalNeedsPasskey"
  | "holdUnratedTools"
  | "breakGlass";

/** Settings whose other choice stops more calls, not fewer. */
const GUARDS: ReadonlySet<ChoiceName> = new Set(["criticalNeedsPasskey", "holdUnratedTools"]);

// The first choice needs no agreement. Every other one lets calls pass with less review, or stops
// some.
const CHOICES: Record<
  ChoiceName,
  {
    wire: string;
    toWire: (choice: string) => Wire;
    options: readonly { value: string; label: string }[];
    /** The confirmation before any value but the first is saved. */
    ask: { title: string; text: (tenant: string) => string; confirm: string };
  }
> = {
  autoApproveHighRisk: {
    wire: "auto_approve_high_risk",
    toWire: (choice) => choice === "on",
    options: [
      { value: "off", label: "A person decides" },
      { value: "on", label: "Let through" },
    ],
    ask: {
      title: "Let high-risk calls run without a person?",
      text: (tenant) =>
        `Every high-risk call of ${tenant}, and every lower one that would need a person, will run the moment an agent asks. You cannot take back what such a call does. Critical calls still wait for a person unless a policy lets them run, and calls that already wait keep waiting.`,
      confirm: "Let them run unseen",
    },
  },
  confirmMode: {
    wire: "confirm",
    toWire: (choice) => choice,
    options: [
      { value: "ignore", label: "Ask a person anyway" },
      { value: "accept", label: "Accept it" },
    ],
    ask: {
      title: "Accept confirm: true?",
      text: (tenant) =>
        `Any gateway or agent of ${tenant} that sends confirm: true gets its call through without a person, unless the call is critical. So does a prompt injection that makes an agent send it.`,
      confirm: "Accept it",
    },
  },
  blockSelfApproval: {
    wire: "block_self_approval",
    toWire: (choice) => choice === "on",
    options: [
      { value: "on", label: "Another person decides" },
      { value: "off", label: "They may approve" },
    ],
    ask: {
      title: "Let users approve calls made for them?",
      text: (tenant) =>
        `A user who starts an agent of ${tenant} may then approve its calls, critical ones included. No second person looks at them. This also applies to calls that already wait.`,
      confirm: "Let them approve",
    },
  },
  tokensApproveCritical: {
    wire: "tokens_approve_critical",
    toWire: (choice) => choice === "on",
    options: [
      { value: "off", label: "Only in the app" },
      { value: "on", label: "Tokens may approve" },
    ],
    ask: {
      title: "Let scripts approve critical calls?",
      text: (tenant) =>
        `Any program with a personal token of an approver may approve critical calls of ${tenant}. No person needs to read them first. This also applies to calls that already wait.`,
      confirm: "Let tokens approve",
    },
  },
  criticalNeedsPasskey: {
    wire: "critical_needs_passkey",
    toWire: (choice) => choice === "on",
    options: [
      { value: "off", label: "Signed in" },
      { value: "on", label: "With a passkey" },
    ],
    ask: {
      title: "Require a passkey at critical risk?",
      text: (tenant) =>
        `From now on, only people with a passkey can approve critical calls of ${tenant}; personal tokens cannot. Approvals given without one stop counting on calls that are not decided yet. This also applies to calls that already wait.`,
      confirm: "Require a passkey",
    },
  },
  holdUnratedTools: {
    wire: "hold_unrated_tools",
    toWire: (choice) => choice === "on",
    options: [
      { value: "off", label: "Believe the gateway" },
      { value: "on", label: "A person decides" },
    ],
    ask: {
      title: "Hold the calls of unrated tools?",
      text: (tenant) =>
        `Every call of ${tenant} to a tool that neither people nor its gateway nor a rule rated waits for a person from now on. Agents stop at calls that ran until now; rate the tools to let them run again.`,
      confirm: "Hold them",
    },
  },
  breakGlass: {
    wire: "break_glass",
    toWire: (choice) => choice,
    options: [
      { value: "nobody", label: "No one" },
      { value: "admins", label: "Administrators" },
      { value: "approvers", label: "Approvers too" },
    ],
    ask: {
      title: "Let one person pass what policies ask?",
      text: (tenant) =>
        `People who may break the glass can approve any waiting call of ${tenant} alone, past its policy, their own calls included. Others only learn of it and review it afterwards. This also applies to calls that already wait.`,
      confirm: "Let them",
    },
  },
};

/** A setting with a few values. All but the first have a consequence to confirm. */
export function ChoiceSetting({
  tenant,
  name,
  value,
  now,
  history,
}: {
  tenant: string;
  name: ChoiceName;
  value: string;
  now: ReactNode;
  history: ReactNode;
}) {
  const { wire, toWire, options, ask } = CHOICES[name];
  const draft = useDraft<string, string>(value, ({ seen, to }) =>
    saveTenantSettings({ key: tenant, change: { [wire]: toWire(to) }, seen: { [wire]: toWire(seen) } }),
  );
  const shown = draft.draft ?? value;
  const preset = options[0]?.value ?? "";
  const dangerous = shown !== preset;
  const isWarned = dangerous && !GUARDS.has(name);
  const edited = draft.draft !== null && draft.draft !== value;
  const meaning = SETTING[name].means as (value: Wire) => string;
  const labelOf = (choice: string) => options.find((option) => option.value === choice)?.label ?? choice;
  const run = async () => (await draft.save(shown, { over: draft.stale })) ?? NO_ANSWER;
  return (
    <SettingFrame
      id={`setting-${wire}`}
      title={SETTING[name].title}
      means={<span className={isWarned ? "text-risk-high" : undefined}>{meaning(toWire(shown))}</span>}
      now={now}
      isDefault={!edited && value === preset}
      history={history}
    >
      <Segmented
        legend={SETTING[name].title}
        name={wire}
        value={shown}
        onChange={draft.edit}
        options={options}
        className="self-start max-sm:w-full"
      />
      <SettingFoot
        draft={draft}
        edited={edited}
        theirs={labelOf(value)}
        onDiscard={draft.discard}
        onSaveMine={() => void run()}
        save={
          dangerous ? (
            <ConfirmAct
              act={run}
              variant="primary"
              label="Save…"
              title={ask.title}
              description={ask.text(tenant)}
              confirm={ask.confirm}
              pendingLabel="Saving…"
            />
          ) : (
            <Button
              variant="primary"
              pending={draft.pending}
              pendingLabel="Saving…"
              onClick={() => void run()}
            >
              Save
            </Button>
          )
        }
      />
    </SettingFrame>
  );
}
