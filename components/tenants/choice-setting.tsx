"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Segmented } from "@/components/ui/segmented";
import { CHOICES, DANGEROUS, SETTING, TENANT } from "@/components/words/tenants";
import { UNREACHABLE } from "@/components/words/ui";
import type { SaveSetting } from "./duration-setting";
import { SettingFoot } from "./setting-foot";
import { SettingFrame } from "./setting-frame";
import { useDraft } from "./use-draft";

const NO_ANSWER = { ok: false, code: "UNREACHABLE", message: UNREACHABLE, requestId: "" } as const;

type Wire = string | boolean;
type ChoiceName = "autoApproveHighRisk" | "confirmMode";

// The second choice is the dangerous one: it lets calls through that nobody has seen.
const MEMBERS: Record<ChoiceName, { wire: string; toWire: (choice: string) => Wire; dangerous: string }> = {
  autoApproveHighRisk: {
    wire: "auto_approve_high_risk",
    toWire: (choice) => choice === "on",
    dangerous: "on",
  },
  confirmMode: { wire: "confirm", toWire: (choice) => choice, dangerous: "accept" },
};

/** A setting with two values, of which one has a consequence that must be agreed to. */
export function ChoiceSetting({
  tenant,
  name,
  value,
  now,
  history,
  save,
}: {
  tenant: string;
  name: ChoiceName;
  /** One of the choices. */
  value: string;
  now: ReactNode;
  history: ReactNode;
  save: SaveSetting;
}) {
  const { wire, toWire, dangerous } = MEMBERS[name];
  const options = CHOICES[name] as readonly { value: string; label: string }[];
  const draft = useDraft<string, string>(value, ({ seen, to }) =>
    save({ key: tenant, change: { [wire]: toWire(to) }, seen: { [wire]: toWire(seen) } }),
  );
  const shown = draft.draft ?? value;
  const edited = draft.draft !== null && draft.draft !== value;
  const meaning = SETTING[name].means as (value: Wire) => string;
  const labelOf = (choice: string) => options.find((option) => option.value === choice)?.label ?? choice;
  const preset = options[0]?.value ?? "";
  const ask = DANGEROUS[name];
  const run = async () => (await draft.save(shown, { over: draft.stale })) ?? NO_ANSWER;
  return (
    <SettingFrame
      id={`setting-${wire}`}
      title={SETTING[name].title}
      means={
        <span className={shown === dangerous ? "text-risk-high" : undefined}>{meaning(toWire(shown))}</span>
      }
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
          shown === dangerous ? (
            <ConfirmAct
              act={run}
              variant="primary"
              label={`${TENANT.save}…`}
              title={ask.title}
              description={ask.text(tenant)}
              confirm={ask.confirm}
              pendingLabel={TENANT.saving}
            />
          ) : (
            <Button
              variant="primary"
              pending={draft.pending}
              pendingLabel={TENANT.saving}
              onClick={() => void run()}
            >
              {TENANT.save}
            </Button>
          )
        }
      />
    </SettingFrame>
  );
}
