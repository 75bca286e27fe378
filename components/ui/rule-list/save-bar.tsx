import type { ReactNode } from "react";
import { ActNotice } from "../act-notice";
import { Button } from "../button";
import type { RuleSet } from "./draft";
import type { RuleList } from "./use-rule-list";

type Props<S extends RuleSet, P> = {
  label: string;
  list: RuleList<S, P>;
  /** A notice before saving. */
  note?: ReactNode;
  /** The effect of the draft. */
  children: ReactNode;
  /** False while another step comes first. */
  isReady?: boolean;
  /** Other controls, before the buttons. */
  more: ReactNode;
  trying: string;
  save: string;
  /** The next step's button. */
  next: "preview" | "save" | null;
  maySave: boolean;
};

/**
 * Fixed to the bottom: the effect of the draft and the controls that put it in force. Saves only
 * what was previewed.
 */
export function SaveBar<S extends RuleSet, P>({ label, list, isReady = true, next, ...parts }: Props<S, P>) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-0 z-20 -mx-4 flex flex-col gap-2 border-t border-border bg-surface px-4 py-3 max-lg:bottom-(--toasts) sm:-mx-7 sm:px-7"
    >
      <ActNotice problem={list.preview.problem ?? list.save.problem} />
      {parts.note}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div role="status" className="min-w-0 flex-1 basis-80">
          {parts.children}
        </div>
        {isReady && (
          <>
            {parts.more}
            <Button
              variant={next === "preview" ? "primary" : "outline"}
              data-key="preview"
              onClick={list.tryAll}
              pending={list.preview.pending}
              pendingLabel={parts.trying}
            >
              Preview
            </Button>
            <Button
              variant={next === "save" ? "primary" : "outline"}
              onClick={list.store}
              disabled={!parts.maySave}
              pending={list.save.pending}
              pendingLabel="Saving…"
            >
              {parts.save}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
