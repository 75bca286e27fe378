import { Untrusted } from "@/components/ui/text/untrusted";
import { Banner } from "./banner";
import type { ActProblem } from "./use-act";

/** Why an action failed, next to its control. Does not repeat messages shown at fields. */
export function ActNotice({ problem }: { problem: ActProblem | null }) {
  if (!problem) return null;
  return (
    <Banner tone="problem" role="alert">
      <Untrusted>{problem.message}</Untrusted>
      {problem.requestId && (
        <span className="block text-xs text-fg-muted">
          Request <code>{problem.requestId}</code>
        </span>
      )}
    </Banner>
  );
}
