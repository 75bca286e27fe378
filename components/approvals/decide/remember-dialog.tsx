"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Checkbox } from "@/components/ui/checkbox";
import { SelectField, TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import type { Remember } from "@/lib/approvals/remembered/types";
import { SHIFT_GUARD_MS } from "./guards";
import { RememberParts } from "./remember-parts";
import { RememberPreviewed } from "./remember-previewed";
import { useRemember } from "./use-remember";

const DAY = 86_400;
const EXPIRIES = [
  { seconds: 3_600, label: "1 hour" },
  { seconds: DAY, label: "1 day" },
  { seconds: 7 * DAY, label: "7 days" },
  { seconds: 30 * DAY, label: "30 days" },
  { seconds: 90 * DAY, label: "90 days" },
];

type Props = {
  call: { id: string; approveLabel: string };
  name: ReactNode;
  over: boolean;
  busy: boolean;
  /** Approving is off because the page may be out of date. */
  blocked: boolean;
  /** The viewer has not read all parts, so an approval would not count. */
  unread: boolean;
  message: ReactNode;
  /** Whether the page has been still long enough for the press to be deliberate. */
  settled: () => boolean;
  onClose: () => void;
  onSubmit: (remember: Remember) => void;
};

/**
 * Approves a call and allows similar ones: which arguments may vary, how often, how long, and what
 * the rule would have allowed.
 */
export function RememberDialog({
  call,
  name,
  over,
  busy,
  blocked,
  unread,
  message,
  settled,
  ...acts
}: Props) {
  const openedAt = useRef(0);
  useEffect(() => {
    openedAt.current = performance.now();
  }, []);
  const rule = useRemember(call.id);
  const off = over || blocked || unread || !rule.isCurrent;
  const submit = () => {
    const moved = performance.now() - openedAt.current < SHIFT_GUARD_MS || !settled();
    if (!off && !moved && !busy && rule.remember) acts.onSubmit(rule.remember);
  };
  return (
    <FormDialog
      {...{ over, onClose: acts.onClose }}
      title="Approve this call, and let the next ones like it through?"
      description="A rule is made with your approval. It never lets a critical call through, nor one that a policy refuses or leaves to several people. Anybody who may decide can revoke it."
      submit="Approve and remember"
      draft={rule.kept}
      pending={busy}
      disabled={off}
      onSubmit={submit}
    >
      {name}
      {rule.preview ? <RememberParts rule={rule} parts={rule.preview.parts} /> : null}
      <Limits rule={rule} />
      <div aria-live="polite" className={rule.isCurrent ? undefined : "opacity-60"}>
        {rule.preview ? <RememberPreviewed preview={rule.preview} /> : null}
      </div>
      {unread ? (
        <p className="text-fg-muted text-sm">
          Go back and read the whole call first. You cannot approve it before that.
        </p>
      ) : null}
      <ActNotice problem={rule.problem} />
      {message}
    </FormDialog>
  );
}

function Limits({ rule: { draft, wrong, change } }: { rule: ReturnType<typeof useRemember> }) {
  return (
    <>
      <div className="flex flex-wrap gap-3 [&>*]:min-w-36 [&>*]:flex-1">
        <SelectField
          label="For how long?"
          name="expires"
          data-autofocus
          value={String(draft.expiresInSeconds)}
          onChange={(event) => change({ expiresInSeconds: Number(event.target.value) })}
        >
          {EXPIRIES.map(({ seconds, label }) => (
            <option key={seconds} value={seconds}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="For how many calls at most?"
          name="uses"
          inputMode="numeric"
          autoComplete="off"
          error={wrong === "uses" ? "A whole number from 1 to 1,000." : null}
          value={draft.uses}
          onChange={(event) => change({ uses: event.target.value.trim() })}
        />
      </div>
      <Checkbox
        name="any_agent"
        label="From any agent, not this one alone"
        checked={draft.anyAgent}
        onChange={(event) => change({ anyAgent: event.target.checked })}
      />
    </>
  );
}
