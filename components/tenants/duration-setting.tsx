"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { describe, FieldErrorText, Input, Select } from "@/components/ui/field";
import { durationWords, inUnits, secondsOf, UNITS, type UnitName } from "@/components/words/durations";
import { SETTING } from "@/components/words/tenants";
import { saveTenantSettings } from "@/lib/tenants/actions";
import type { TenantSettings } from "@/lib/tenants/types";
import { SettingFoot } from "./setting-foot";
import { SettingFrame } from "./setting-frame";
import { useDraft } from "./use-draft";

const DAY_SECONDS = 86_400;
type DurationName = Exclude<
  keyof TenantSettings,
  | "autoApproveHighRisk"
  | "confirmMode"
  | "blockSelfApproval"
  | "tokensApproveCritical"
  | "criticalNeedsPasskey"
  | "holdUnratedTools"
  | "breakGlass"
  | "samplePercent"
>;
type Typed = { amount: string; unit: UnitName };

type Props = {
  tenant: string;
  name: DurationName;
  /** Its name in the API. */
  wire: string;
  /** In seconds or days. */
  value: number;
  preset: number;
  bounds: { min: number; max: number };
  /** The setting counts days only. */
  inDays: boolean;
  now: ReactNode;
  history: ReactNode;
};

/** A duration setting, entered as a number and a unit. */
export function DurationSetting({ tenant, name, wire, value, preset, bounds, inDays, now, history }: Props) {
  const scale = inDays ? DAY_SECONDS : 1;
  const words = (own: number) => durationWords(own * scale);
  const draft = useDraft<Typed, number>(value, ({ seen, to }) =>
    saveTenantSettings({ key: tenant, change: { [wire]: to }, seen: { [wire]: seen } }),
  );
  const [tried, setTried] = useState(false);
  const shown = draft.draft ?? typedOf(value, inDays);
  const own = /^\d{1,9}$/.test(shown.amount.trim())
    ? secondsOf(Number(shown.amount), shown.unit) / scale
    : null;
  const fits = own !== null && own >= bounds.min && own <= bounds.max;
  const error =
    tried && draft.draft && !fits
      ? `A whole number from ${bounds.min === 0 ? "0" : words(bounds.min)} to ${words(bounds.max)}.`
      : null;

  const submit = (event?: FormEvent<HTMLFormElement>, over = false) => {
    event?.preventDefault();
    setTried(true);
    if (!fits || own === null) {
      event?.currentTarget.querySelector("input")?.focus();
      return;
    }
    void draft.save(own, { over });
  };
  const discard = () => {
    setTried(false);
    draft.discard();
  };
  const id = `setting-${wire}`;
  return (
    <SettingFrame
      id={id}
      title={SETTING[name].title}
      means={SETTING[name].means(fits && own !== null ? own : value)}
      now={now}
      isDefault={draft.draft === null && value === preset}
      history={history}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-2" aria-labelledby={`${id}-title`}>
        <AmountAndUnit
          id={id}
          name={wire}
          title={SETTING[name].title}
          shown={shown}
          error={error}
          inDays={inDays}
          onEdit={draft.edit}
        />
        {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
        <SettingFoot
          draft={draft}
          edited={draft.draft !== null}
          theirs={words(value)}
          onDiscard={discard}
          onSaveMine={() => submit(undefined, true)}
          others={
            value !== preset && (
              <UseDefault words={words(preset)} onPress={() => draft.edit(typedOf(preset, inDays))} />
            )
          }
        />
      </form>
    </SettingFrame>
  );
}

function UseDefault({ words, onPress }: { words: string; onPress: () => void }) {
  return (
    <Button size="sm" variant="ghost" className="-ml-2" icon="undo" onClick={onPress}>
      Use the default ({words})
    </Button>
  );
}

function AmountAndUnit({
  id,
  name,
  title,
  shown,
  error,
  inDays,
  onEdit,
}: {
  id: string;
  name: string;
  title: string;
  shown: Typed;
  error: string | null;
  inDays: boolean;
  onEdit: (typed: Typed) => void;
}) {
  return (
    <div className="flex items-center gap-2">
      <Input
        {...describe(id, { error })}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        aria-label={title}
        value={shown.amount}
        onChange={(event) => onEdit({ ...shown, amount: event.target.value })}
        className="max-w-28 tnum"
      />
      {inDays ? (
        <span className="text-sm text-fg-muted">days</span>
      ) : (
        <Select
          aria-label={`Unit of ${title}`}
          value={shown.unit}
          onChange={(event) => onEdit({ ...shown, unit: event.target.value as UnitName })}
          className="w-36"
        >
          {UNITS.map((unit) => (
            <option key={unit.name} value={unit.name}>
              {unit.many}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}

function typedOf(value: number, inDays: boolean): Typed {
  if (inDays) return { amount: `${value}`, unit: "days" };
  const { amount, unit } = inUnits(value);
  return { amount: `${amount}`, unit };
}
