"use client";

import { useEffect, useRef, useState } from "react";
import { useLive } from "@/components/shell/live/use-live";
import { Icon } from "@/components/ui/icon";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { reportPresence } from "@/lib/approvals/actions";
import { PRESENCE_EVERY_MS } from "@/lib/approvals/triage/types";

const TOPICS = ["presence"];

/**
 * Announces that this page is open, and shows who else has it open. Pauses while the page is
 * hidden.
 */
export function Presence({ id }: { id: string }) {
  const [others, setOthers] = useState<readonly string[]>([]);
  const asking = useRef(false);
  const ask = useRef(async () => {});
  ask.current = async () => {
    if (asking.current || document.visibilityState === "hidden") return;
    asking.current = true;
    try {
      const result = await reportPresence({ id });
      if (result.ok) setOthers(result.others);
    } catch {
      setOthers([]); // unreachable: presence is unknown
    } finally {
      asking.current = false;
    }
  };
  useLive(TOPICS, (event) => {
    if (event?.id === id) void ask.current();
  });
  useEffect(() => {
    void ask.current();
    const timer = setInterval(() => void ask.current(), PRESENCE_EVERY_MS);
    const seen = () => {
      if (document.visibilityState === "visible") void ask.current();
    };
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
      // Leaving for another call reports at once. A closed window times out within a minute.
      reportPresence({ id, leaving: true }).catch(() => undefined);
    };
  }, [id]);
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-fg-muted">
      {others.length > 0 ? (
        <>
          <Icon name="eye" size={13} />
          <Untrusted>{lookingText(others)}</Untrusted>
        </>
      ) : null}
    </span>
  );
}

function lookingText(names: readonly string[]): string {
  const [first = "", second = ""] = names;
  if (names.length === 1) return `${first} is looking`;
  if (names.length === 2) return `${first} and ${second} are looking`;
  return `${first} and ${counted(names.length - 1, "other", "others")} are looking`;
}
