import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { DECIDED_WORDS } from "@/components/words/approvals/status";
import type { ApprovalView } from "@/lib/approvals/detail/types";

/** Who or what ended the wait for a decision, and when. */
export function Ended({ view }: { view: ApprovalView }) {
  const { decision, decidedAt, decidedBy, execution } = view;
  return (
    <>
      {DECIDED_WORDS[decision]}
      {decidedBy && decision !== "expired" ? (
        <>
          {" by "}
          <Untrusted>{decidedBy}</Untrusted>
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
