"use client";

import { type ReactNode, useEffect, useState } from "react";
import { TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { STATE_WORDS } from "@/components/words/feedback";
import { previewMerge } from "@/lib/feedback/actions";
import type { MergePreview } from "@/lib/feedback/triage/outcome";
import { isNamed } from "../bulk/selection";
import type { AskingProps } from "./dialog-props";

// Waits for a pause in typing before it asks.
const PAUSE_MS = 250;

/** The server's preview for the typed reference, after a pause in typing. */
function usePreview(id: string, into: string): MergePreview | null {
  const [read, setRead] = useState<{ of: string; preview: MergePreview } | null>(null);
  useEffect(() => {
    let left = false;
    const timer = setTimeout(
      async () => {
        const answer = await previewMerge({ id, into }).catch(() => null);
        if (!left && answer?.ok) setRead({ of: into, preview: answer });
      },
      into === "" ? 0 : PAUSE_MS,
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [id, into]);
  if (read === null) return null;
  return read.of === into ? read.preview : { ...read.preview, into: null };
}

/** One of the several issues of an action. */
export type Several = { id: string; ref: string };

type Target = NonNullable<MergePreview["into"]>;

type Props = Omit<AskingProps, "onAct"> & {
  title: string;
  description: string;
  submit: string;
  into?: string;
  /** For several issues, one of which may be the target. */
  several?: readonly Several[];
  /** Describes the effect. */
  says: (target: Target, preview: MergePreview) => ReactNode;
  onChoose: (into: string) => void;
};

/** Asks for another issue of the tenant: chosen, typed or pasted. */
function IntoDialog({ issue, into: given = "", several, says, onChoose, ...rest }: Props) {
  const [typed, setTyped] = useState(given);
  const into = typed.trim();
  const asked = several?.find((one) => !isNamed(one, into)) ?? issue;
  const preview = usePreview(asked.id, into);
  const target = preview?.into ?? null;
  return (
    <FormDialog
      {...rest}
      fault={into === "" ? "Choose an issue, or type its reference." : null}
      onSubmit={() => onChoose(into)}
    >
      <TextField
        name="into"
        label="Into"
        hint="A reference such as FB-12@acme, or a link to the issue."
        value={typed}
        data-autofocus
        onChange={({ target: field }) => setTyped(field.value)}
      />
      <Others others={preview?.others ?? []} into={into} onChoose={setTyped} />
      <p aria-live="polite" className="text-sm">
        {into === "" || preview === null
          ? null
          : target
            ? says(target, preview)
            : "No other issue of this tenant that is open to more has this reference."}
      </p>
    </FormDialog>
  );
}

function Others({
  others,
  into,
  onChoose,
}: {
  others: MergePreview["others"];
  into: string;
  onChoose: (ref: string) => void;
}) {
  if (others.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium text-sm">Other issues of the tool, the likest first</legend>
      {others.map((other) => (
        <label key={other.ref} className="flex min-h-7 items-center gap-2 text-sm max-sm:min-h-12">
          <input
            type="radio"
            name="other"
            className="shrink-0 accent-accent"
            checked={into === other.ref}
            onChange={() => onChoose(other.ref)}
          />
          <span className="min-w-0">
            <span className="mono">{other.ref}</span> <Untrusted>{other.title}</Untrusted>{" "}
            <span className="text-fg-muted">({STATE_WORDS[other.state].toLowerCase()})</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Asks which issue this one duplicates, and previews the merge. */
export function MergeDialog({
  onAct,
  ...rest
}: AskingProps & { into?: string; several?: readonly Several[] }) {
  const { ref } = rest.issue;
  return (
    <IntoDialog
      {...rest}
      title={`Merge ${ref} into another issue`}
      description={
        rest.several
          ? "Their reports count there, and later reports join it. Agents get the answer of that issue. You can unmerge them later."
          : "Its reports count there, and later reports join it. Agents get the answer of that issue. You can unmerge it later."
      }
      submit="Merge"
      says={(target, { reports }) => (
        <>
          {rest.several ? ref : `${counted(reports, "report")} of ${ref}`} and{" "}
          {counted(target.reports, "report")} of {target.ref} (<Untrusted>{target.title}</Untrusted>) come
          together.
        </>
      )}
      onChoose={(into) => onAct({ verb: "merge", into })}
    />
  );
}

/** Asks which issue the selected reports belong to. */
export function MoveDialog({ onAct, reports, ...rest }: AskingProps & { reports: string[] }) {
  return (
    <IntoDialog
      {...rest}
      title={`Move ${counted(reports.length, "report")} of ${rest.issue.ref} to another issue`}
      description="They count there, and agents that report something like it get the answer of that issue. It can be undone."
      submit="Move"
      says={(target) => (
        <>
          {counted(reports.length, "report")} come to {counted(target.reports, "report")} of {target.ref} (
          <Untrusted>{target.title}</Untrusted>).
        </>
      )}
      onChoose={(into) => onAct({ verb: "move", into, reports })}
    />
  );
}
