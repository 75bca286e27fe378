import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { ApprovalView } from "@/lib/approvals/detail/types";

/** Who else may decide a waiting call, and since or from when. */
export function Escalations({ view: { escalations } }: { view: Pick<ApprovalView, "escalations"> }) {
  return escalations.map(({ to, at, came }) => (
    <p key={`${to} ${at.toISOString()}`} className={came ? undefined : "text-fg-muted"}>
      {came ? "Escalated to " : "Goes to "}
      <Untrusted>{to}</Untrusted>
      {came ? " at " : " as well at "}
      <Time value={at} />
      {came ? "." : ", if no one has decided it by then."}
    </p>
  ));
}
