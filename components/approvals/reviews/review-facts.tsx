import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { THEY_BYPASSED, VERDICT_WORDS } from "@/components/words/approvals/break-glass";
import type { PassedBy, Review } from "@/lib/approvals/reviews/types";

const CANNOT = {
  role: "An approver or administrator has to review it.",
  own: {
    break_glass: "You broke the glass, so another person has to review it.",
    sample: "You made the rule that let it through, so another person has to review it.",
  },
  requester: "The call was made on your behalf, so another person has to review it.",
};

// The call may not have run yet, or may never run.
const PASSED: Record<PassedBy, string> = {
  policy: "No person was asked: a policy allows it",
  remembered: "No person was asked: it fits a remembered rule of ",
  auto_approved: "No person was asked: the tenant’s setting allows it",
  confirmed: "No person was asked: the caller confirmed it",
};

function HowItPassed({ review: { openedBy, passedBy } }: { review: Review }) {
  const who = <Untrusted>{openedBy ?? "a former user"}</Untrusted>;
  if (passedBy === null) return <>{who} approved it alone by break-glass</>;
  return (
    <>
      {PASSED[passedBy]}
      {passedBy === "remembered" ? who : null}
    </>
  );
}

/** Who approved alone or what allowed it, the reason, what it overrode, and the findings since. */
export function ReviewFacts({ review }: { review: Review }) {
  const { kind, openedAt, reason, bypassed, call, closed, cannotClose } = review;
  const past = bypassed.map((one) => THEY_BYPASSED[one](call.required)).join("; ");
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm">
      <p>
        <HowItPassed review={review} />, <Time value={openedAt} form="relative" />
        {reason === null ? null : (
          <>
            : “<Untrusted lines>{reason}</Untrusted>”
          </>
        )}
      </p>
      {past === "" ? null : <p className="text-fg-muted">{`Passed over: ${past}.`}</p>}
      {closed ? (
        <p>
          <b>{VERDICT_WORDS[closed.verdict]}</b>, says <Untrusted>{closed.by}</Untrusted>,{" "}
          <Time value={closed.at} form="relative" />: “<Untrusted lines>{closed.note}</Untrusted>”
        </p>
      ) : null}
      {cannotClose === null || closed ? null : (
        <p className="text-fg-muted">{cannotClose === "own" ? CANNOT.own[kind] : CANNOT[cannotClose]}</p>
      )}
    </div>
  );
}
