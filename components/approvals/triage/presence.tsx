"use client";

import { useEffect, useRef, useState } from "react";
import { useLive } from "@/components/shell/live/use-live";
import { Icon } from "@/components/ui/icon";
import type { ActResult } from "@/components/ui/use-act";
import { PRESENCE } from "@/components/words/approvals/personal";
import { Said } from "../said";

// As lib/approvals/looks/schema.ts has it, which would bring zod along.
const PRESENCE_EVERY_MS = 15_000;

const TOPICS = ["presence"];

export type Look = (input: { id: string; leaving?: boolean }) => Promise<ActResult<{ others: string[] }>>;

/** Says to others that this page is open, and here who else has it open. Rests while the page is hidden. */
export function Presence({ id, look }: { id: string; look: Look }) {
  const [others, setOthers] = useState<readonly string[]>([]);
  const asking = useRef(false);
  // Each reading of the page brings the action anew; it is the same one.
  const say = useRef(look);
  say.current = look;
  const ask = useRef(async () => {});
  ask.current = async () => {
    if (asking.current || document.visibilityState === "hidden") return;
    asking.current = true;
    try {
      const result = await say.current({ id });
      if (result.ok) setOthers(result.others);
    } catch {
      setOthers([]); // unreachable: nobody's presence is known
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
      // Whoever goes on to another call is gone from this one at once; a closed window is missed within the minute.
      say.current({ id, leaving: true }).catch(() => undefined);
    };
  }, [id]);
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-fg-muted">
      {others.length > 0 ? (
        <>
          <Icon name="eye" size={13} />
          <Said text={PRESENCE.looking(others)} />
        </>
      ) : null}
    </span>
  );
}
