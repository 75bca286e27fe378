import { type ReactNode, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { ActProblem } from "@/components/ui/use-act";
import type { TriageAct } from "./triage-act";
import type { TriagedIssue } from "./triaged-issue";

export type AskingProps = {
  /** The issue, or several: `ref` then says how many. Without `fixedIn` nobody knows here what they have, so it stays unless another is said. */
  issue: Pick<TriagedIssue, "id" | "ref"> & Partial<Pick<TriagedIssue, "fixedIn">>;
  pending: boolean;
  problem: ActProblem | null;
  onClose: () => void;
  onAct: (act: TriageAct) => void;
};

/** The dialog of a verb that asks for more first. */
export function Asking({
  title,
  description,
  submit,
  fault = null,
  pending,
  problem,
  onClose,
  onSubmit,
  children,
}: Omit<AskingProps, "issue" | "onAct"> & {
  title: string;
  description: string;
  submit: string;
  /** What is missing; said once it was tried. */
  fault?: string | null;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const [tried, setTried] = useState(false);
  return (
    <Dialog open onClose={onClose} title={title} description={description} busy={pending}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (fault === null) onSubmit();
        }}
      >
        {children}
        {tried && fault ? (
          <p role="alert" className="font-medium text-risk-high text-sm">
            {fault}
          </p>
        ) : null}
        <ActNotice problem={problem} />
        <div className="flex justify-end gap-2">
          <Button size="lg" onClick={onClose} disabled={pending}>
            Go back
          </Button>
          <Button size="lg" type="submit" variant="primary" pending={pending} pendingLabel="Recording…">
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
