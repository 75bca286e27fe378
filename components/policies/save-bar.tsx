"use client";

import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { useKeptPolicies } from "./kept";
import { PreviewWords } from "./preview/preview-words";
import type { Policies } from "./use-policies";

type Props = {
  policies: Policies;
  /** What has to be done first with something that is not part of the draft yet. */
  unkept: string | null;
  /** The version in force by now, where another person saved one meanwhile. */
  newer: number | null;
};

/** Stays at the bottom: what the draft does, and the way to put it in force. Nothing is saved that was not previewed. */
export function SaveBar({ policies, unkept, newer }: Props) {
  const { previewed, isChanged, preview, save } = policies;
  return (
    <section
      aria-label="Save the policies"
      className="sticky bottom-0 z-20 -mx-4 flex flex-col gap-2 border-t border-border bg-surface px-4 py-3 max-lg:bottom-(--toasts) sm:-mx-7 sm:px-7"
    >
      <ActNotice problem={preview.problem ?? save.problem} />
      {(save.problem?.code === "STALE_VIEW" || newer !== null) && <ReadAgain newer={newer} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div role="status" className="min-w-0 flex-1 basis-80">
          {previewed && unkept === null ? (
            <PreviewWords preview={previewed} isChanged={isChanged} />
          ) : (
            <p className="text-sm text-fg-muted">
              {unkept ??
                (isChanged
                  ? `${policies.isRestored ? "Your changes were kept in this browser. " : ""}These changes are not saved. Preview first, then save.`
                  : "This is what is in force. A preview tells what it would have done with the last 7 days.")}
            </p>
          )}
        </div>
        {unkept === null && <Acts policies={policies} />}
      </div>
    </section>
  );
}

/** The way on after another person saved: the list is read anew, and what was changed here is dropped. */
function ReadAgain({ newer }: { newer: number | null }) {
  const { keep } = useKeptPolicies();
  return (
    <p className="text-sm">
      {newer !== null && `Version ${newer.toLocaleString("en")} was saved meanwhile. `}
      To keep what you changed, copy it as YAML first.{" "}
      <button
        type="button"
        onClick={() => {
          keep(null);
          location.assign("/policies");
        }}
        className="min-h-6 text-accent underline underline-offset-2 max-sm:min-h-12"
      >
        Read the policies again
      </button>
    </p>
  );
}

function Acts({ policies }: { policies: Policies }) {
  const { previewed, isChanged, preview, save, base, change, tryAll, store } = policies;
  const ready = previewed !== null && isChanged;
  return (
    <>
      {isChanged && (
        <Button variant="ghost" onClick={() => change({ kind: "replace", policies: base.policies })}>
          Discard changes
        </Button>
      )}
      <Button
        variant={ready || !isChanged ? "outline" : "primary"}
        data-key="preview"
        onClick={tryAll}
        pending={preview.pending}
        pendingLabel="Reading 7 days…"
      >
        Preview
      </Button>
      <Button
        variant={ready ? "primary" : "outline"}
        onClick={() => void store()}
        disabled={!ready}
        pending={save.pending}
        pendingLabel="Saving…"
      >
        Save the policies
      </Button>
    </>
  );
}
