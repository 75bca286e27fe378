"use client";

import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { describe, FieldErrorText, Input } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { Time } from "@/components/ui/time";
import type { ActProblem } from "@/components/ui/use-act";
import { counted } from "@/components/words/counts";
import { countedTo, KEPT_WORDS } from "@/components/words/tenants";
import { UNREACHABLE } from "@/components/words/ui";
import { previewRetention, saveRetention } from "@/lib/maintenance/actions";
import {
  isText,
  type Kept,
  PREVIEW_CAP,
  RETENTION_DAYS,
  type RetentionPreview,
} from "@/lib/maintenance/retention/types";
import { SettingFoot } from "./setting-foot";
import { SettingFrame } from "./setting-frame";
import { useDraft } from "./use-draft";

const NO_ANSWER = { ok: false, code: "UNREACHABLE", message: UNREACHABLE, requestId: "" } as const;
const COUNT_PAUSE_MS = 400;

type Typed = { forEver: boolean; days: string };

/** The retention of one kind of row, and what the new value would delete now. */
export function RetentionSetting({
  tenant,
  kept,
  days,
  history,
}: {
  tenant: string;
  kept: Kept;
  /** Null = for ever. */
  days: number | null;
  history: ReactNode;
}) {
  const words = KEPT_WORDS[kept];
  const { min, max } = RETENTION_DAYS[kept];
  const draft = useDraft<Typed, number | null>(days, ({ seen, to }) =>
    saveRetention({ key: tenant, change: { [kept]: to }, seen: { [kept]: seen } }),
  );
  const shown = draft.draft ?? { forEver: days === null, days: `${days ?? ""}` };
  const own = /^\d{1,5}$/.test(shown.days.trim()) ? Number(shown.days) : null;
  const fits = shown.forEver || (own !== null && own >= min && own <= max);
  const [tried, setTried] = useState(false);
  const error = tried && !fits ? outOfRange(min, max) : refusalIn(draft.problem);
  const wanted = shown.forEver ? null : own;
  const edited = draft.draft !== null && (wanted !== days || !fits);
  const preview = useCount(tenant, kept, edited && fits ? wanted : null);
  // A longer retention deletes nothing more.
  const shorter = wanted !== null && (days === null || wanted < days);
  const run = async () => (await draft.save(wanted, { over: draft.stale })) ?? NO_ANSWER;
  const id = `keep-${kept}`;

  const submit = (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    setTried(true);
    if (fits && !shorter) void run();
    else if (!fits) event?.currentTarget.querySelector<HTMLInputElement>(`#${id}`)?.focus();
  };
  const discard = () => {
    setTried(false);
    draft.discard();
  };
  const previewed = edited && fits && wanted !== null && <PreviewLine preview={preview} kept={kept} />;
  const confirm = fits && shorter && (
    <ConfirmAct
      act={run}
      variant="primary"
      label="Save…"
      title={`${isText(kept) ? "Remove old texts" : "Delete old rows"}: ${words.title.toLowerCase()}?`}
      description={words.deletes}
      confirm="Keep for this time only"
      pendingLabel="Saving…"
    >
      <p className="text-sm">{previewed}</p>
    </ConfirmAct>
  );
  return (
    <SettingFrame
      id={id}
      title={words.title}
      means={words.deletes}
      history={history}
      isDefault={!edited && days === null}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-2" aria-labelledby={`${id}-title`}>
        <Period id={id} kept={kept} shown={shown} error={error} onEdit={draft.edit} />
        {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
        <p role="status" className="text-sm empty:hidden">
          {previewed}
        </p>
        <SettingFoot
          draft={draft}
          edited={edited}
          theirs={days === null ? words.always : counted(days, "day", "days")}
          onDiscard={discard}
          onSaveMine={() => void run()}
          save={confirm || undefined}
        />
      </form>
    </SettingFrame>
  );
}

const outOfRange = (min: number, max: number) =>
  `A whole number of days from ${min} to ${max.toLocaleString("en")}.`;

/** The server's message about the value, which also depends on the other values. */
function refusalIn(problem: ActProblem | null): string | null {
  const [first = null] = Object.values(problem?.fields ?? {});
  return first;
}

function Period({
  id,
  kept,
  shown,
  error,
  onEdit,
}: {
  id: string;
  kept: Kept;
  shown: Typed;
  error: string | null;
  onEdit: (typed: Typed) => void;
}) {
  const { title, always } = KEPT_WORDS[kept];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        legend={title}
        className="max-sm:w-full"
        name={`${kept}-kept`}
        value={shown.forEver ? "ever" : "days"}
        onChange={(choice) => onEdit({ ...shown, forEver: choice === "ever" })}
        options={[
          { value: "ever", label: always },
          { value: "days", label: "For a time" },
        ]}
      />
      {!shown.forEver && (
        <span className="flex items-center gap-2 text-sm text-fg-muted">
          <Input
            {...describe(id, { error })}
            name={kept}
            inputMode="numeric"
            autoComplete="off"
            aria-label={`Days to keep: ${title}`}
            value={shown.days}
            onChange={(event) => onEdit({ ...shown, days: event.target.value })}
            className="max-w-24 tnum"
          />
          days
        </span>
      )}
    </div>
  );
}

type Counted = RetentionPreview | "counting" | "failed";

/** Asks what would be deleted, after a pause in typing; drops late responses. */
function useCount(key: string, kept: Kept, days: number | null): Counted {
  const [found, setFound] = useState<Counted>("counting");
  useEffect(() => {
    if (days === null) return;
    let current = true;
    setFound("counting");
    const timer = setTimeout(async () => {
      const answer = await previewRetention({ key, kept, days }).catch(() => null);
      if (current) setFound(answer?.ok ? answer : "failed");
    }, COUNT_PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key, kept, days]);
  return found;
}

function PreviewLine({ preview, kept }: { preview: Counted; kept: Kept }) {
  const { one, many } = KEPT_WORDS[kept];
  const verb = isText(kept) ? "remove" : "delete";
  if (preview === "counting") return "Counting…";
  if (preview === "failed") return `Countersign could not count what this would ${verb}.`;
  if (preview.rows === 0) return `Nothing is older than that now.`;
  return (
    <>
      Would {verb} {isText(kept) && "up to "}
      {countedTo(PREVIEW_CAP, preview.rows, one, many)} older than{" "}
      <Time value={preview.olderThan} form="date" focusable={false} />.
    </>
  );
}
