"use client";

import { Button } from "@/components/ui/button";
import { DraftNotice } from "@/components/ui/draft/draft-notice";
import { leaveFreely } from "@/components/ui/draft/leaving";
import { SaveBar } from "@/components/ui/rule-list/save-bar";
import { useKeptPolicies } from "./browser-draft";
import { PreviewWords } from "./preview/preview-words";
import type { Policies } from "./use-policies";

type Props = {
  policies: Policies;
  /** What to do first about input that is not part of the draft yet. */
  unkept: string | null;
  /** The version now in force, if another person saved one. */
  newer: number | null;
};

/** The effect of the policies, and the controls that put them in force. */
export function PoliciesBar({ policies, unkept, newer }: Props) {
  const { previewed, isChanged, isRestored, base, change } = policies;
  const ready = previewed !== null && isChanged;
  const discard = () => change({ kind: "replace", set: base.set });
  return (
    <SaveBar
      label="Save the policies"
      list={policies}
      note={
        <>
          <DraftNotice draft={{ restored: isRestored, discard }} />
          {(policies.save.problem?.code === "STALE_VIEW" || newer !== null) && <ReadAgain newer={newer} />}
        </>
      }
      isReady={unkept === null}
      more={
        isChanged && (
          <Button variant="ghost" onClick={discard}>
            Discard changes
          </Button>
        )
      }
      trying="Reading 7 days…"
      save="Save the policies"
      next={ready ? "save" : isChanged ? "preview" : null}
      maySave={ready}
    >
      {previewed && unkept === null ? (
        <PreviewWords preview={previewed} isChanged={isChanged} />
      ) : (
        <p className="text-sm text-fg-muted">
          {unkept ??
            (isChanged
              ? "These changes are not saved. Preview first, then save."
              : "These policies are in force. Preview them to see what they would have done in the last 7 days.")}
        </p>
      )}
    </SaveBar>
  );
}

/** After another person saved: reloads the list and drops local changes. */
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
          leaveFreely();
          location.assign("/policies");
        }}
        className="min-h-6 text-accent underline underline-offset-2 max-sm:min-h-12"
      >
        Read the policies again
      </button>
    </p>
  );
}
