import { Untrusted } from "@/components/ui/text/untrusted";
import { UI } from "@/components/words/ui";
import { Banner } from "./banner";
import type { ActProblem } from "./use-act";

/** Why an act did nothing, where it was tried. Messages that stand at a field are not repeated. */
export function ActNotice({ problem }: { problem: ActProblem | null }) {
  if (!problem) return null;
  return (
    <Banner tone="problem" role="alert">
      <Untrusted>{problem.message}</Untrusted>
      {problem.requestId && (
        <span className="block text-xs text-fg-muted">
          {UI.requestId} <code>{problem.requestId}</code>
        </span>
      )}
    </Banner>
  );
}
