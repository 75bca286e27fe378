"use client";

import type { ReactNode } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { ActProblem } from "@/components/ui/use-act";

/** Below a control: save and discard while it differs, and another person's change. */
export function SettingFoot({
  draft: { stale: differs, saved, pending, problem },
  edited,
  theirs,
  onDiscard,
  onSaveMine,
  save,
  others,
}: {
  draft: { stale: boolean; saved: boolean; pending: boolean; problem: ActProblem | null };
  edited: boolean;
  /** The current value, in words. */
  theirs: string;
  onDiscard: () => void;
  onSaveMine: () => void;
  /** The save button; the form's own unless a confirmation comes first. */
  save?: ReactNode;
  /** Shown while nothing is edited. */
  others?: ReactNode;
}) {
  const stale = differs && edited;
  return (
    <>
      {stale && (
        <Banner tone="problem" role="alert">
          <span className="block">{`This was changed to ${theirs} while you were editing. Yours is not saved.`}</span>
          <span className="mt-1.5 flex flex-wrap gap-2">
            <Button size="sm" onClick={onDiscard}>
              {`Keep ${theirs}`}
            </Button>
            {save ?? (
              <Button size="sm" onClick={onSaveMine} pending={pending} pendingLabel="Saving…">
                Save mine instead
              </Button>
            )}
          </span>
        </Banner>
      )}
      {problem && !(stale && problem.code === "STALE_VIEW") && Object.keys(problem.fields).length === 0 && (
        <ActNotice problem={problem} />
      )}
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {edited && !stale && (
          <>
            {save ?? (
              <Button type="submit" variant="primary" pending={pending} pendingLabel="Saving…">
                Save
              </Button>
            )}
            <Button variant="ghost" onClick={onDiscard} disabled={pending}>
              Discard
            </Button>
          </>
        )}
        {!edited && others}
        <span role="status" className="flex items-center gap-1 text-sm text-ok">
          {saved && (
            <>
              <Icon name="check" size={14} />
              Saved
            </>
          )}
        </span>
      </div>
    </>
  );
}
