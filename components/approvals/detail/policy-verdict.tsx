import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { ALONE } from "@/components/words/approvals/break-glass";
import { andOthers, decidedWords } from "@/components/words/approvals/status";
import type { ApprovalView } from "@/lib/approvals/detail/types";

/** Whether a policy allowed or refused the call without asking a person. */
export function decidedByPolicy({ policy }: Pick<ApprovalView, "policy">): boolean {
  return policy !== null && policy.action !== "require";
}

/** Who or what ended the wait for a decision, and when. */
export function Ended({ view }: { view: ApprovalView }) {
  const { decision, decidedAt, decidedBy, execution } = view;
  const byPolicy = decidedByPolicy(view);
  const alone = decision === "approved" && view.brokeGlass;
  return (
    <>
      {alone ? ALONE : decidedWords(decision, byPolicy)}
      {decidedBy && decision !== "expired" ? (
        <>
          {byPolicy ? " by the " : " by "}
          <Untrusted>{decidedBy}</Untrusted>
          {andOthers(view)}
        </>
      ) : null}
      {decidedAt ? (
        <>
          {" at "}
          <Time value={decidedAt} form="time-seconds" />
        </>
      ) : null}
      .{decision === "approved" && execution !== "awaiting" ? " It can no longer be revoked." : null}
    </>
  );
}
