"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { seeMentions } from "@/lib/feedback/actions";

/** Notes that the reader has seen what mentions them here, once the page is looked at. Shows nothing. */
export function MentionsSeen({ issueId }: { issueId: string }) {
  const router = useRouter();
  const note = useEffectEvent(() => {
    if (document.visibilityState === "hidden") return;
    // Unseen for now is no trouble: the next look at the page says it again.
    seeMentions({ issueId }).then(
      (answer) => {
        if (answer.ok && answer.seen > 0) router.refresh();
      },
      () => undefined,
    );
  });
  useEffect(() => {
    const looked = () => note();
    looked();
    document.addEventListener("visibilitychange", looked);
    return () => document.removeEventListener("visibilitychange", looked);
  }, []);
  return null;
}
