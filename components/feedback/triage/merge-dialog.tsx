"use client";

import { type ReactNode, useEffect, useState } from "react";
import { TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { NumberedChoices } from "@/components/ui/numbered-choices";
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

/**
 * The reference, and whether the person wrote it. Until then, the likeliest issue is chosen, and
 * digits choose another one: no reference begins with one.
 */
function useInto(given: string) {
  const [into, setInto] = useState({ text: given, isOwn: given !== "" });
  return {
    ...into,
    choose: (text: string) => setInto({ text, isOwn: false }),
    write: (text: string) => setInto({ text, isOwn: true }),
  };
}

/** Asks for another issue of the tenant: chosen, typed or pasted. */
function IntoDialog({ issue, into: given = "", several, says, onChoose, ...rest }: Props) {
  const { text, isOwn, choose, write } = useInto(given);
  const into = text.trim();
  const asked = several?.find((one) => !isNamed(one, into)) ?? issue;
  const preview = usePreview(asked.id, into);
  const target = preview?.into ?? null;
  const others = preview?.others ?? [];
  const likeliest = several ? undefined : others[0];
  if (!isOwn && text === "" && likeliest) choose(likeliest.ref);
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
        value={text}
        data-autofocus
        onFocus={({ target: field }) => field.select()}
        onKeyDown={(event) => {
          const other = isOwn || !/^[1-9]$/.test(event.key) ? undefined : others[Number(event.key) - 1];
          if (!other) return;
          event.preventDefault();
          choose(other.ref);
        }}
        onChange={({ target: field }) => write(field.value)}
      />
      {others.length > 0 ? (
        <NumberedChoices
          legend="Other issues of the tool, the likest first"
          name="other"
          focus={false}
          options={others.map((other) => ({ value: other.ref, label: <Other of={other} /> }))}
          chosen={into}
          onChoose={choose}
        />
      ) : null}
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

function Other({ of: { ref, title, state } }: { of: MergePreview["others"][number] }) {
  return (
    <>
      <span className="mono">{ref}</span> <Untrusted>{title}</Untrusted>{" "}
      <span className="text-fg-muted">({STATE_WORDS[state].toLowerCase()})</span>
    </>
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
