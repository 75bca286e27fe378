"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { seeMentions } from "@/lib/feedback/actions";

/** Marks mentions on this page as seen once the page is visible. Renders nothing. */
export function MentionsSeen({ issueId }: { issueId: string }) {
  const router = useRouter();
  const note = useEffectEvent(() => {
    if (document.visibilityState === "hidden") return;
    // If this fails, the next visit repeats it.
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
