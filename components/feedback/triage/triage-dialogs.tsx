"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { useDraft } from "@/components/ui/draft/use-draft";
import { SelectField, TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { NumberedChoices } from "@/components/ui/numbered-choices";
import { useViewerClock } from "@/components/ui/viewer-clock";
import { DECLINE_WORDS, SEVERITY_WORDS } from "@/components/words/feedback";
import { DAY_MS } from "@/lib/core/durations";
import { NAME_MAX } from "@/lib/core/limits";
import { comparisonOf } from "@/lib/feedback/triage/fix";
import type { SnoozeConditions } from "@/lib/feedback/triage/schema";
import { DECLINE_REASONS, type DeclineReason, SNOOZE_SEVERITIES } from "@/lib/feedback/triage/types";
import type { AskingProps as Props } from "./dialog-props";
import { labelsFault, labelsIn } from "./label-words";
import { MergeDialog, type Several } from "./merge-dialog";
import type { AskingVerb } from "./triaged-issue";

/** The input that resolving, declining, snoozing, merging or labelling needs. */
export function TriageDialog({
  verb,
  several,
  ...props
}: Props & { verb: AskingVerb; several?: readonly Several[] }) {
  if (verb === "merge") return <MergeDialog {...props} several={several} />;
  if (verb === "resolve") return <ResolveDialog {...props} />;
  if (verb === "label") return <LabelDialog {...props} />;
  return verb === "decline" ? <DeclineDialog {...props} /> : <SnoozeDialog {...props} />;
}

function ResolveDialog({ issue, onAct, ...rest }: Props) {
  const draft = useDraft(`resolve ${issue.id}`, { fixedIn: issue.fixedIn ?? "" });
  const { fixedIn } = draft.value;
  const empty = issue.fixedIn === undefined ? undefined : null;
  return (
    <FormDialog
      {...rest}
      title={`Resolve ${issue.ref}`}
      description="A later report reopens it, unless the reporter still uses a version without the fix."
      submit="Resolve"
      draft={draft}
      onSubmit={() => onAct({ verb: "resolve", fixedIn: fixedIn.trim() || empty })}
    >
      <TextField
        name="fixedIn"
        label="Fixed in (optional)"
        hint={comparisonOf(fixedIn)}
        value={fixedIn}
        maxLength={NAME_MAX}
        data-autofocus
        onChange={({ target }) => draft.set({ fixedIn: target.value })}
      />
    </FormDialog>
  );
}

// Issues are often declined for the same reason several times in a row.
let lastReason: DeclineReason = DECLINE_REASONS[0];

function DeclineDialog({ issue, onAct, ...rest }: Props) {
  const [reason, setReason] = useState(lastReason);
  return (
    <FormDialog
      {...rest}
      title={`Decline ${issue.ref}`}
      description="Nothing will be done about it. Agents get your answer, if there is one."
      submit="Decline"
      onSubmit={() => {
        lastReason = reason;
        onAct({ verb: "decline", reason });
      }}
    >
      <NumberedChoices
        legend="Reason"
        name="reason"
        options={DECLINE_REASONS.map((value) => ({ value, label: DECLINE_WORDS[value] }))}
        chosen={reason}
        onChoose={setReason}
      />
    </FormDialog>
  );
}

const SPANS = [
  { days: 1, label: "Tomorrow at this time" },
  { days: 7, label: "In a week" },
  { days: 30, label: "In 30 days" },
  { days: 90, label: "In 90 days" },
];

const ON_DATE = "date";

const AT_NO_TIME = "";

const ENDS = [
  ...SPANS.map(({ days, label }) => ({ value: String(days), label, submits: true })),
  { value: ON_DATE, label: "On a date" },
  { value: AT_NO_TIME, label: "At no time, only when something below happens" },
];

/** 08:00 on a day in the browser's zone; null for no day. */
function momentOf(day: string): Date | null {
  const moment = new Date(`${day}T08:00`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

function SnoozeDialog({ issue, onAct, ...rest }: Props) {
  const { now } = useViewerClock();
  const [days, setDays] = useState("7");
  const [date, setDate] = useState("");
  const until = days === ON_DATE ? momentOf(date) : days && new Date(now() + Number(days) * DAY_MS);
  const [more, setMore] = useState("");
  const [severity, setSeverity] = useState("");
  const [correction, setCorrection] = useState(false);
  const [version, setVersion] = useState(false);
  const conditions: SnoozeConditions = {
    ...(until && { until: until.toISOString() }),
    ...(more && { more_reports: Number(more) }),
    ...(severity && { severity: severity as "med" | "high" }),
    ...(correction && { correction: true as const }),
    ...(version && { new_version: true as const }),
  };
  const none = Object.keys(conditions).length === 0;
  return (
    <FormDialog
      {...rest}
      title={`Snooze ${issue.ref}`}
      description="Hidden for everyone until the first of these."
      submit="Snooze"
      fault={days === ON_DATE && !until ? "Choose a date." : none ? "Choose what brings it back." : null}
      onSubmit={() => onAct({ verb: "snooze", conditions })}
    >
      <NumberedChoices legend="Until when?" name="days" options={ENDS} chosen={days} onChoose={setDays} />
      {days === ON_DATE ? (
        <TextField
          name="date"
          type="date"
          label="Date"
          hint="At eight in the morning, by your clock."
          value={date}
          onChange={({ target }) => setDate(target.value)}
        />
      ) : null}
      <TextField
        name="more"
        type="number"
        min={1}
        max={100_000}
        label="After so many more reports (optional)"
        value={more}
        onChange={({ target }) => setMore(target.value)}
      />
      <SelectField
        name="severity"
        label="At a severe report"
        value={severity}
        onChange={({ target }) => setSeverity(target.value)}
      >
        <option value="">Not because of severity</option>
        {SNOOZE_SEVERITIES.map((value) => (
          <option key={value} value={value}>
            {SEVERITY_WORDS[value]} or more
          </option>
        ))}
      </SelectField>
      <Checkbox
        name="correction"
        label="When a person corrects a result of the tool"
        checked={correction}
        onChange={({ target }) => setCorrection(target.checked)}
      />
      <Checkbox
        name="version"
        label="When the tool’s definition changes"
        checked={version}
        onChange={({ target }) => setVersion(target.checked)}
      />
    </FormDialog>
  );
}

function LabelDialog({ issue, onAct, ...rest }: Props) {
  const [given, setGiven] = useState("");
  const [taken, setTaken] = useState("");
  const [add, remove] = [labelsIn(given), labelsIn(taken)];
  const none = add.length + remove.length === 0 ? "Say which labels." : null;
  return (
    <FormDialog
      {...rest}
      title={`Label ${issue.ref}`}
      description="Labels they already have stay. Separate labels with commas."
      submit="Label"
      fault={none ?? labelsFault(add) ?? labelsFault(remove)}
      onSubmit={() => onAct({ verb: "label", add, remove })}
    >
      <TextField
        name="add"
        label="Give"
        value={given}
        data-autofocus
        onChange={({ target }) => setGiven(target.value)}
      />
      <TextField
        name="remove"
        label="Take away"
        value={taken}
        onChange={({ target }) => setTaken(target.value)}
      />
    </FormDialog>
  );
}
