"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { useDraft } from "@/components/ui/draft/use-draft";
import { FieldErrorText, TextareaField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { NumberedChoices } from "@/components/ui/numbered-choices";
import { useAct } from "@/components/ui/use-act";
import { VERDICT_WORDS } from "@/components/words/approvals/break-glass";
import { revokeRule } from "@/lib/approvals/remembered/actions";
import { closeReview } from "@/lib/approvals/reviews/actions";
import {
  REVIEW_VERDICTS,
  type Review,
  type ReviewKind,
  type ReviewVerdict,
} from "@/lib/approvals/reviews/types";
import { REASON_MAX } from "@/lib/approvals/types";
import { CallName, type NamedCall } from "../call-name";

const MEANS: Record<ReviewKind, Record<ReviewVerdict, string>> = {
  break_glass: {
    fine: "It was an emergency, and the call was right.",
    should_have_waited: "Others should have been asked first.",
  },
  sample: {
    fine: "The call was right, and it did not need a person.",
    should_have_waited: "A person should have been asked first.",
  },
};

/** Asks for the finding and closes the review for everyone. */
export function CloseDialog({
  review,
  call,
  onClose,
}: {
  review: Review;
  call: NamedCall;
  onClose: () => void;
}) {
  const { id, kind, rule } = review;
  const router = useRouter();
  // None is chosen ahead: a verdict cannot be changed, and a suggested one would be the usual one.
  const [verdict, setVerdict] = useState<ReviewVerdict | null>(null);
  const draft = useDraft(`review ${id}`, { note: "" });
  const { note } = draft.value;
  const [tried, setTried] = useState(false);
  const [ends, setEnds] = useState(true);
  const revoke = useAct(revokeRule);
  const act = useAct(closeReview, {
    onDone: async () => {
      if (verdict === "should_have_waited" && ends && rule?.isOpen) await revoke.run({ id: rule.id });
      onClose();
      router.refresh();
    },
  });
  const submit = () => {
    setTried(true);
    if (verdict !== null && note.trim() !== "") void act.run({ id, verdict, note: note.trim() });
  };
  return (
    <FormDialog
      title="Was it right not to wait?"
      description="Your verdict stays with the call and in the activity log. It cannot be changed."
      submit="Close review"
      pending={act.pending}
      problem={act.problem}
      draft={draft}
      onClose={onClose}
      onSubmit={submit}
    >
      <CallName call={call} />
      <Verdicts {...{ id, kind, verdict }} missing={tried && verdict === null} onChoose={setVerdict} />
      <TextareaField
        name="note"
        label="What did you find?"
        error={tried && note.trim() === "" ? "Say what you found: others read it later." : null}
        rows={3}
        maxLength={REASON_MAX}
        value={note}
        onChange={(event) => draft.set({ note: event.target.value })}
      />
      {verdict === "should_have_waited" && kind === "sample" ? (
        <Proposed review={review} ends={ends} onEnds={setEnds} />
      ) : null}
    </FormDialog>
  );
}

/** The follow-up: the verdict ends the rule, or a new policy asks for a person. */
function Proposed({
  review: { rule },
  ends,
  onEnds,
}: {
  review: Review;
  ends: boolean;
  onEnds: (ends: boolean) => void;
}) {
  if (rule?.isOpen)
    return (
      <Checkbox
        name="revoke"
        label="Revoke the remembered rule with it"
        checked={ends}
        onChange={(event) => onEnds(event.target.checked)}
      />
    );
  return (
    <p className="text-fg-muted text-sm">
      {rule
        ? "The remembered rule has ended already."
        : "The next such call still passes. Once this is closed, the review leads administrators of all tenants to a policy that has such calls wait."}
    </p>
  );
}

function Verdicts({
  id,
  kind,
  verdict,
  missing,
  onChoose,
}: {
  id: string;
  kind: ReviewKind;
  verdict: ReviewVerdict | null;
  missing: boolean;
  onChoose: (verdict: ReviewVerdict) => void;
}) {
  return (
    <NumberedChoices
      legend="Verdict"
      name="verdict"
      options={REVIEW_VERDICTS.map((value) => ({
        value,
        label: (
          <>
            <span className="font-medium">{VERDICT_WORDS[value]}</span>
            <span className="text-fg-muted"> · {MEANS[kind][value]}</span>
          </>
        ),
      }))}
      chosen={verdict}
      onChoose={onChoose}
    >
      {missing ? <FieldErrorText id={`${id}-verdict`}>Choose a verdict.</FieldErrorText> : null}
    </NumberedChoices>
  );
}
