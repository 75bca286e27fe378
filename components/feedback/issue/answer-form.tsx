"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { TextareaField, TextField } from "@/components/ui/field";
import { answerIssue } from "@/lib/feedback/actions";
import { WITHOUT_FIX } from "@/lib/feedback/answer";
import { comparisonOf } from "@/lib/feedback/triage/fix";
import { AgentsRead } from "./agents-read";
import type { Said, ToldIssue } from "./answer-preview";

const text = (data: FormData, name: string) => String(data.get(name) ?? "");

type Answer = { message: string | null; workaround: string | null; fixedIn: string | null };

type Seen = { answer: string; workaround: string; fixedIn: string };

const seenOf = ({ message, workaround, fixedIn }: Answer): Seen => ({
  answer: message ?? "",
  workaround: workaround ?? "",
  fixedIn: fixedIn ?? "",
});

const seenIn = (data: FormData): Seen => ({
  answer: text(data, "answer"),
  workaround: text(data, "workaround"),
  fixedIn: text(data, "fixedIn"),
});

/** As stored: trimmed, and null if empty. */
const saidIn = ({ answer, workaround, fixedIn }: Seen): Said => ({
  answer: answer.trim() || null,
  workaround: workaround.trim() || null,
  fixedIn: fixedIn.trim() || null,
});

/** A button with the form for the answer that agents read. */
export function AnswerForm({ id, issue, answer }: { id: string; issue: ToldIssue; answer: Answer }) {
  const router = useRouter();
  // The state when the form opened. The page refreshes meanwhile, but typed text stays.
  const [read, setRead] = useState<Seen | null>(null);
  // The typed text that agents would read.
  const [typed, setTyped] = useState<Seen | null>(null);
  const silent = !answer.message && !answer.workaround && !answer.fixedIn;
  if (read === null)
    return (
      <Button
        icon="edit"
        onClick={() => {
          setRead(seenOf(answer));
          setTyped(seenOf(answer));
        }}
        className="self-start"
      >
        {silent ? "Write an answer" : "Edit the answer"}
      </Button>
    );
  return (
    <ActionForm
      label="Answer to agents"
      action={answerIssue}
      read={(data) => ({
        id,
        seen: read,
        ...seenIn(data),
      })}
      submit="Save the answer"
      pendingLabel="Saving…"
      done="Saved"
      onDone={() => {
        setRead(null);
        router.refresh();
      }}
      footer={
        <Button variant="ghost" onClick={() => setRead(null)}>
          Cancel
        </Button>
      }
    >
      {(fields) => (
        <div
          className="flex flex-col gap-4"
          onInput={({ currentTarget }) => {
            const form = currentTarget.closest("form");
            if (form) setTyped(seenIn(new FormData(form)));
          }}
        >
          <Fields answer={answer} fixHint={fixHint(issue, typed ?? read)} faults={fields} />
          <AgentsRead label="Exactly what agents will read" issue={issue} said={saidIn(typed ?? read)} />
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

type FieldsProps = { answer: Answer; fixHint: string; faults: Readonly<Record<string, string>> };

function Fields({ answer, fixHint, faults }: FieldsProps) {
  return (
    <>
      <TextareaField
        name="answer"
        label="Message"
        hint="What your team says about it, in a sentence or two."
        defaultValue={answer.message ?? ""}
        error={faults.answer}
        rows={3}
      />
      <TextareaField
        name="workaround"
        label="Workaround"
        hint="What to do meanwhile, as an instruction an agent can follow."
        defaultValue={answer.workaround ?? ""}
        error={faults.workaround}
        rows={3}
      />
      <TextField
        name="fixedIn"
        label="Fixed in"
        hint={fixHint}
        defaultValue={answer.fixedIn ?? ""}
        error={faults.fixedIn}
      />
    </>
  );
}
