"use client";

import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";
import { ignoreIntent, openIntentIssue, pinIntent, reviewIntent } from "@/lib/intents/acts/actions";
import type { Review } from "@/lib/intents/acts/types";
import type { Neighbour } from "@/lib/intents/detail/types";
import type { ActedOn } from "./acted-on";
import { useIntentAct } from "./use-intent-act";

const RenameDialog = openedPart(() => import("./rename-dialog").then((part) => part.RenameDialog));
const ReviewDialog = openedPart(() => import("./review-dialog").then((part) => part.ReviewDialog));
const MergeDialog = openedPart(() => import("./merge-dialog").then((part) => part.MergeDialog));

type Opened = "rename" | "merge" | Exclude<Review, "open">;

/** People's actions on an intent, each with an undo. */
export function IntentActs({ intent, neighbours }: { intent: ActedOn; neighbours: readonly Neighbour[] }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <ReviewActs intent={intent} onOpen={setOpened} />
        <Button size="sm" data-key="intent-rename" onClick={() => setOpened("rename")}>
          Rename…
        </Button>
        <Button size="sm" data-key="intent-merge" onClick={() => setOpened("merge")}>
          Merge…
        </Button>
        <Marking intent={intent} />
      </div>
      {opened === "rename" && <RenameDialog intent={intent} onClose={close} />}
      {opened === "merge" && <MergeDialog intent={intent} neighbours={neighbours} onClose={close} />}
      {(opened === "reviewed" || opened === "actioned") && (
        <ReviewDialog intent={intent} review={opened} onClose={close} />
      )}
    </>
  );
}

/** Review of an intent: a note, or reopen at once. */
function ReviewActs({ intent, onOpen }: { intent: ActedOn; onOpen: (opened: Opened) => void }) {
  const { tenantId, id, revision, review } = intent;
  const reopen = useIntentAct(reviewIntent, { tenantId, says: () => "Open for review again." });
  return (
    <>
      {review === "open" ? (
        <Button size="sm" variant="primary" data-key="intent-reviewed" onClick={() => onOpen("reviewed")}>
          Mark reviewed…
        </Button>
      ) : (
        <Button
          size="sm"
          data-key="intent-reopen"
          pending={reopen.pending}
          pendingLabel="Recording…"
          onClick={() => void reopen.run({ tenantId, id, revision, review: "open", note: "" })}
        >
          Open again
        </Button>
      )}
      {review !== "actioned" && (
        <Button size="sm" data-key="intent-actioned" onClick={() => onOpen("actioned")}>
          Mark actioned…
        </Button>
      )}
      <ActNotice problem={reopen.problem} />
    </>
  );
}

/** Pin, hide, and open a feedback issue. */
function Marking({ intent }: { intent: ActedOn }) {
  const { tenantId, id, revision, pinned, ignored, hasIssue } = intent;
  const target = { tenantId, id, revision };
  const pin = useIntentAct(pinIntent, {
    tenantId,
    says: () => (pinned ? "Unpinned." : "Pinned: it comes first."),
  });
  const ignore = useIntentAct(ignoreIntent, {
    tenantId,
    says: () => (ignored ? "It is listed again." : "Left out of the list. Its calls still count."),
  });
  const issue = useIntentAct(openIntentIssue, {
    tenantId,
    says: (done) => `${done.issue.ref} was made of it.`,
  });
  const busy = pin.pending || ignore.pending || issue.pending;
  return (
    <>
      <Button
        size="sm"
        data-key="intent-pin"
        disabled={busy}
        onClick={() => void pin.run({ ...target, on: !pinned })}
      >
        {pinned ? "Unpin" : "Pin"}
      </Button>
      <Button
        size="sm"
        data-key="intent-ignore"
        disabled={busy}
        onClick={() => void ignore.run({ ...target, on: !ignored })}
      >
        {ignored ? "List again" : "Ignore"}
      </Button>
      {!hasIssue && (
        <Button
          size="sm"
          data-key="intent-issue"
          disabled={busy}
          pending={issue.pending}
          pendingLabel="Opening…"
          onClick={() => void issue.run(target)}
        >
          Make an issue
        </Button>
      )}
      <ActNotice problem={pin.problem ?? ignore.problem ?? issue.problem} />
    </>
  );
}
