"use client";

import type { FormEvent, ReactNode } from "react";
import { Select } from "@/components/ui/field";
import { SETTING } from "@/components/words/tenants";
import { saveTenantSettings } from "@/lib/tenants/actions";
import { SettingFoot } from "./setting-foot";
import { SettingFrame } from "./setting-frame";
import { useDraft } from "./use-draft";

// Typical shares: single percents rarely matter.
const SHARES = [0, 1, 2, 5, 10, 20, 50, 100];

/** The share of unattended calls that is reviewed. */
export function PercentSetting({
  tenant,
  value,
  preset,
  now,
  history,
}: {
  tenant: string;
  value: number;
  preset: number;
  now: ReactNode;
  history: ReactNode;
}) {
  const draft = useDraft<number, number>(value, ({ seen, to }) =>
    saveTenantSettings({ key: tenant, change: { sample_percent: to }, seen: { sample_percent: seen } }),
  );
  const shown = draft.draft ?? value;
  const { title, means } = SETTING.samplePercent;
  const submit = (event?: FormEvent<HTMLFormElement>, over = false) => {
    event?.preventDefault();
    void draft.save(shown, { over });
  };
  return (
    <SettingFrame
      id="setting-sample_percent"
      title={title}
      means={means(shown)}
      now={now}
      isDefault={draft.draft === null && value === preset}
      history={history}
    >
      <form
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-2"
        aria-labelledby="setting-sample_percent-title"
      >
        <Select
          name="sample_percent"
          aria-label={title}
          value={String(shown)}
          onChange={(event) => draft.edit(Number(event.target.value))}
          className="w-36"
        >
          {[...new Set([...SHARES, value])]
            .toSorted((a, b) => a - b)
            .map((share) => (
              <option key={share} value={share}>
                {share === 0 ? "None" : share === 100 ? "All of them" : `${share} of 100`}
              </option>
            ))}
        </Select>
        <SettingFoot
          draft={draft}
          edited={draft.draft !== null && draft.draft !== value}
          theirs={`${value} of 100`}
          onDiscard={draft.discard}
          onSaveMine={() => submit(undefined, true)}
          others={null}
        />
      </form>
    </SettingFrame>
  );
}
