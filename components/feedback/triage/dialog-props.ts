import type { ActProblem } from "@/components/ui/use-act";
import type { TriageAct } from "./triage-act";
import type { TriagedIssue } from "./triaged-issue";

/** Props of a dialog that asks for more before a verb runs. */
export type AskingProps = {
  /**
   * The issue, or several: `ref` then holds their number. Without `fixedIn` the current versions
   * are unknown and stay unless a new one is given.
   */
  issue: Pick<TriagedIssue, "id" | "ref"> & Partial<Pick<TriagedIssue, "fixedIn">>;
  pending: boolean;
  problem: ActProblem | null;
  onClose: () => void;
  onAct: (act: TriageAct) => void;
};
