"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { DraftNotice } from "@/components/ui/draft/draft-notice";
import { useLeaving } from "@/components/ui/draft/leaving";
import { dropping, useDraft, useHasDraft } from "@/components/ui/draft/use-draft";
import { TextareaField, TextField } from "@/components/ui/field";
import { answerIssue } from "@/lib/feedback/actions";
import { WITHOUT_FIX } from "@/lib/feedback/answer";
import { comparisonOf } from "@/lib/feedback/triage/fix";
import { AgentsRead } from "./agents-read";
import type { Said, ToldIssue } from "./answer-preview";

type Answer = { message: string | null; workaround: string | null; fixedIn: string | null };

type Seen = { answer: string; workaround: string; fixedIn: string };

const seenOf = ({ message, workaround, fixedIn }: Answer): Seen => ({
  answer: message ?? "",
  workaround: workaround ?? "",
  fixedIn: fixedIn ?? "",
});

/** As stored: trimmed, and null if empty. */
const saidIn = ({ answer, workaround, fixedIn }: Seen): Said => ({
  answer: answer.trim() || null,
  workaround: workaround.trim() || null,
  fixedIn: fixedIn.trim() || null,
});

type Props = { id: string; issue: ToldIssue; answer: Answer };

const draftOf = (id: string) => `answer ${id}`;

/** A button with the form for the answer that agents read. Opens by itself while there is a draft. */
export function AnswerForm(props: Props) {
  const { id, answer } = props;
  const hasDraft = useHasDraft(draftOf(id));
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (hasDraft) setOpen(true);
  }, [hasDraft]);
  const silent = !answer.message && !answer.workaround && !answer.fixedIn;
  if (open) return <OpenForm {...props} onClose={() => setOpen(false)} />;
  return (
    <Button icon="edit" onClick={() => setOpen(true)} className="self-start">
      {silent ? "Write an answer" : "Edit the answer"}
    </Button>
  );
}

function OpenForm({ id, issue, answer, onClose }: Props & { onClose: () => void }) {
  const router = useRouter();
  // The state when writing began. The page refreshes meanwhile, but typed text stays.
  const [began] = useState(() => seenOf(answer));
  const draft = useDraft(draftOf(id), { seen: began, ...began });
  const { seen, ...typed } = draft.value;
  const change = (part: Partial<Seen>) => draft.set(part);
  useLeaving(draft.dirty);
  return (
    <ActionForm
      label="Answer to agents"
      action={answerIssue}
      read={() => ({ id, seen, ...typed })}
      submit="Save the answer"
      pendingLabel="Saving…"
      done="Saved"
      onDone={() => {
        draft.settle();
        onClose();
        router.refresh();
      }}
      footer={
        <Button variant="ghost" onClick={dropping(draft, onClose)}>
          Cancel
        </Button>
      }
    >
      {(fields) => (
        <div className="flex flex-col gap-4">
          <DraftNotice draft={draft} />
          <Fields typed={typed} onChange={change} fixHint={fixHint(issue, typed)} faults={fields} />
          <AgentsRead label="Exactly what agents will read" issue={issue} said={saidIn(typed)} />
        </div>
      )}
    </ActionForm>
  );
}

/** How agents read the version, and how it compares with later reports. */
const fixHint = ({ state }: ToldIssue, { fixedIn }: Seen) =>
  WITHOUT_FIX.some((one) => one === state)
    ? "A version or a date. Agents do not read it while the issue came back or is declined."
    : comparisonOf(fixedIn);

type FieldsProps = {
  typed: Seen;
  onChange: (part: Partial<Seen>) => void;
  fixHint: string;
  faults: Readonly<Record<string, string>>;
};

function Fields({ typed, onChange, fixHint, faults }: FieldsProps) {
  return (
    <>
      <TextareaField
        name="answer"
        label="Message"
        hint="What your team says about it, in a sentence or two."
        value={typed.answer}
        onChange={({ target }) => onChange({ answer: target.value })}
        error={faults.answer}
        rows={3}
      />
      <TextareaField
        name="workaround"
        label="Workaround"
        hint="What to do meanwhile, as an instruction an agent can follow."
        value={typed.workaround}
        onChange={({ target }) => onChange({ workaround: target.value })}
        error={faults.workaround}
        rows={3}
      />
      <TextField
        name="fixedIn"
        label="Fixed in"
        hint={fixHint}
        value={typed.fixedIn}
        onChange={({ target }) => onChange({ fixedIn: target.value })}
        error={faults.fixedIn}
      />
    </>
  );
}
