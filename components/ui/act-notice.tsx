import { Untrusted } from "@/components/ui/text/untrusted";
import { Banner } from "./banner";
import type { ActProblem } from "./use-act";

/** Why an act did nothing, where it was tried. Messages that are shown at a field are not repeated. */
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
