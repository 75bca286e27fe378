import type { ActProblem } from "@/components/ui/use-act";
import type { TriageAct } from "./triage-act";
import type { TriagedIssue } from "./triaged-issue";

/** What the dialog of a verb that asks for more first gets. */
export type AskingProps = {
  /** The issue, or several: `ref` then says how many. Without `fixedIn` nobody knows here what they have, so it stays unless another is said. */
  issue: Pick<TriagedIssue, "id" | "ref"> & Partial<Pick<TriagedIssue, "fixedIn">>;
  pending: boolean;
  problem: ActProblem | null;
  onClose: () => void;
  onAct: (act: TriageAct) => void;
};
