"use client";

import { useEffect, useState } from "react";
import { TextField } from "@/components/ui/field";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counted";
import { STATE_WORDS } from "@/components/words/feedback";
import { previewMerge } from "@/lib/feedback/actions";
import type { MergePreview } from "@/lib/feedback/triage/outcome";
import { Asking, type AskingProps } from "./asking";

// Who types a reference is not asked about each of its letters.
const PAUSE_MS = 250;

/** What the server says of what was typed, once the typing pauses. */
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

/** Which issue this one is a duplicate of: chosen, typed or pasted, with what comes together. */
export function MergeDialog({ issue, onAct, ...rest }: AskingProps) {
  const [typed, setTyped] = useState("");
  const into = typed.trim();
  const preview = usePreview(issue.id, into);
  const target = preview?.into ?? null;
  return (
    <Asking
      {...rest}
      title={`Merge ${issue.ref} into another issue`}
      description="Its reports count there, later ones join it, and agents are told the answer of that one. It can be taken apart again."
      submit="Merge"
      fault={into === "" ? "Choose an issue, or type its reference." : null}
      onSubmit={() => onAct({ verb: "merge", into })}
    >
      <TextField
        name="into"
        label="Into"
        hint="A reference such as FB-12@acme, or a link to the issue."
        value={typed}
        data-autofocus
        onChange={({ target: field }) => setTyped(field.value)}
      />
      {preview && preview.others.length > 0 ? (
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 font-medium text-sm">Other issues of the tool</legend>
          {preview.others.map((other) => (
            <label key={other.ref} className="flex min-h-7 items-center gap-2 text-sm max-sm:min-h-12">
              <input
                type="radio"
                name="other"
                className="shrink-0 accent-accent"
                checked={into === other.ref}
                onChange={() => setTyped(other.ref)}
              />
              <span className="min-w-0">
                <span className="mono">{other.ref}</span> <Untrusted>{other.title}</Untrusted>{" "}
                <span className="text-fg-muted">({STATE_WORDS[other.state].toLowerCase()})</span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <p aria-live="polite" className="text-sm">
        {into === "" || preview === null ? null : target ? (
          <>
            {counted(preview.reports, "report")} of {issue.ref} and {counted(target.reports, "report")} of{" "}
            {target.ref} (<Untrusted>{target.title}</Untrusted>) come together.
          </>
        ) : (
          "No issue of this tenant that can be merged into has this reference."
        )}
      </p>
    </Asking>
  );
}
