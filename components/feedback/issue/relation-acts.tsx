"use client";

import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";
import { useTriage } from "../triage/use-triage";

const MergeDialog = openedPart(() => import("../triage/merge-dialog").then((part) => part.MergeDialog));

type Issue = { id: string; ref: string; seen: string };

/** Actions on an issue that may be the same. */
export function AlikeActs({ issue, other }: { issue: Issue; other: { id: string; ref: string } }) {
  const { act, pending, problem, clear } = useTriage(issue);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="sm"
        disabled={pending}
        aria-label={`Merge ${issue.ref} into ${other.ref}…`}
        onClick={() => {
          clear();
          setAsking(true);
        }}
      >
        Merge…
      </Button>
      <Button
        size="sm"
        disabled={pending}
        aria-label={`${issue.ref} and ${other.ref} are not the same`}
        onClick={() => void act({ verb: "part", other: other.id })}
      >
        Not the same
      </Button>
      {asking ? (
        <MergeDialog
          issue={issue}
          into={other.ref}
          pending={pending}
          problem={problem}
          onClose={() => setAsking(false)}
          onAct={async (one) => {
            if (await act(one)) setAsking(false);
          }}
        />
      ) : (
        <ActNotice problem={problem} />
      )}
    </>
  );
}

/** Unmerges an issue. */
export function TakeApart({ member, lead }: { member: Issue; lead: string }) {
  const { act, pending, problem } = useTriage(member);
  return (
    <>
      <Button
        size="sm"
        disabled={pending}
        aria-label={`Take ${member.ref} out of ${lead}`}
        onClick={() => void act({ verb: "unmerge" })}
      >
        Take out
      </Button>
      <ActNotice problem={problem} />
    </>
  );
}
