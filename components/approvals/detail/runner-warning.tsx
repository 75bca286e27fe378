import { Banner } from "@/components/ui/banner";
import { Time } from "@/components/ui/time";
import type { ApprovalView } from "@/lib/approvals/detail/types";

/** Warns that no gateway may be left to run the call. Empty while its gateway or agent polls. */
export function UnaskedSection({ view }: { view: ApprovalView }) {
  const { unaskedSince, mode } = view;
  if (!unaskedSince) return null;
  return (
    <Banner
      icon="hourglass"
      title={
        <>
          The gateway has not asked about this call since <Time value={unaskedSince} />
        </>
      }
    >
      {mode === "callback"
        ? "Countersign cannot call this gateway back. If the gateway has ended, the call does not run even if you approve it."
        : "An approved call runs only if its agent repeats it, and the agent may have ended."}
    </Banner>
  );
}
