"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { describe, FieldErrorText, Input, Select } from "@/components/ui/field";
import type { ActResult } from "@/components/ui/use-act";
import {
  DURATION,
  durationWords,
  inUnits,
  secondsOf,
  UNITS,
  type UnitName,
} from "@/components/words/durations";
import { SETTING, TENANT } from "@/components/words/tenants";
import type { TenantSettings } from "@/lib/tenants/types";
import { SettingFoot } from "./setting-foot";
import { SettingFrame } from "./setting-frame";
import { useDraft } from "./use-draft";

const DAY_SECONDS = 86_400;
type DurationName = Exclude<keyof TenantSettings, "autoApproveHighRisk" | "confirmMode">;
type Typed = { amount: string; unit: UnitName };

export type SaveSetting = (input: object) => Promise<ActResult>;

/** A setting that is a time, entered as a number and a unit. */
export function DurationSetting({
  tenant,
  name,
  wire,
  value,
  preset,
  bounds,
  inDays = false,
  now,
  history,
  save,
}: {
  tenant: string;
  name: DurationName;
  /** Its name in what is sent. */
  wire: string;
  /** In seconds, or days. */
  value: number;
  preset: number;
  bounds: { min: number; max: number };
  /** The setting counts days and takes no other unit. */
  inDays?: boolean;
  now: ReactNode;
  history: ReactNode;
  save: SaveSetting;
}) {
  const scale = inDays ? DAY_SECONDS : 1;
  const words = (own: number) => durationWords(own * scale);
  const draft = useDraft<Typed, number>(value, ({ seen, to }) =>
    save({ key: tenant, change: { [wire]: to }, seen: { [wire]: seen } }),
  );
  const [tried, setTried] = useState(false);
  const present: Typed = inDays ? { amount: `${value}`, unit: "days" } : typedOf(value);
  const shown = draft.draft ?? present;
  const own = /^\d{1,9}$/.test(shown.amount.trim())
    ? secondsOf(Number(shown.amount), shown.unit) / scale
    : null;
  const fits = own !== null && own >= bounds.min && own <= bounds.max;
  const error =
    tried && draft.draft && !fits ? DURATION.bounds(bounds.min * scale, bounds.max * scale) : null;
  const meaning = SETTING[name].means as (value: number) => string;

  const submit = (event?: FormEvent<HTMLFormElement>, over = false) => {
    event?.preventDefault();
    setTried(true);
    if (!fits || own === null) {
      event?.currentTarget.querySelector("input")?.focus();
      return;
    }
    void draft.save(own, { over });
  };
  const id = `setting-${wire}`;
  return (
    <SettingFrame
      id={id}
      title={SETTING[name].title}
      means={meaning(fits && own !== null ? own : value)}
      now={now}
      isDefault={draft.draft === null && value === preset}
      history={history}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-2" aria-labelledby={`${id}-title`}>
        <div className="flex items-center gap-2">
          <Input
            {...describe(id, { error })}
            name={wire}
            inputMode="numeric"
            autoComplete="off"
            aria-label={SETTING[name].title}
            value={shown.amount}
            onChange={(event) => draft.edit({ ...shown, amount: event.target.value })}
            className="max-w-28 tnum"
          />
          {inDays ? (
            <span className="text-sm text-fg-muted">{UNITS[3].many}</span>
          ) : (
            <Select
              aria-label={DURATION.unitOf(SETTING[name].title)}
              value={shown.unit}
              onChange={(event) => draft.edit({ ...shown, unit: event.target.value as UnitName })}
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
        {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
        <SettingFoot
          draft={draft}
          edited={draft.draft !== null}
          theirs={words(value)}
          onDiscard={() => {
            setTried(false);
            draft.discard();
          }}
          onSaveMine={() => submit(undefined, true)}
          others={
            value !== preset && (
              <Button
                size="sm"
                variant="ghost"
                className="-ml-2"
                icon="undo"
                onClick={() => draft.edit(inDays ? { amount: `${preset}`, unit: "days" } : typedOf(preset))}
              >
                {TENANT.takeDefault(words(preset))}
              </Button>
            )
          }
        />
      </form>
    </SettingFrame>
  );
}

function typedOf(seconds: number): Typed {
  const { amount, unit } = inUnits(seconds);
  return { amount: `${amount}`, unit };
}
