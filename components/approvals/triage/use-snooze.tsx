"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Asking } from "@/components/shell/keys/asking";
import { loadAhead, openedPart } from "@/components/ui/lazy-part";
import { momentText } from "@/components/ui/moment";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { useViewerClock } from "@/components/ui/viewer-clock";
import { snoozeCalls, wakeCalls } from "@/lib/approvals/actions";
import type { SnoozeInput } from "@/lib/approvals/triage/schema";
import type { NamedCall } from "../call-name";

const loadDialog = () => import("./snooze-dialog").then((part) => part.SnoozeDialog);
const SnoozeDialog = openedPart(loadDialog);

const loadTelling = () => import("./tell-snoozed");

type Call = NamedCall & { decideBy: Date };

/**
 * Snoozing from a row, a selection or a page: dialog, toast and undo (Z). `over`: the call ended
 * meanwhile.
 */
export function useSnooze(
  onDone?: (ids: readonly string[], note: string) => void,
  over: ReactNode = null,
): {
  begin: (calls: readonly Call[]) => void;
  wake: (ids: string[]) => void;
  dialog: ReactNode;
  problem: ReactNode;
} {
  const router = useRouter();
  const toast = useToast();
  // Its number keys follow at once.
  useEffect(() => {
    loadAhead(loadDialog);
    loadAhead(loadTelling);
  }, []);
  const { zone, now } = useViewerClock();
  const [calls, setCalls] = useState<readonly Call[] | null>(null);
  const [until, setUntil] = useState<Date | null>(null);
  const back = useAct(wakeCalls, {
    onDone: () => {
      toast({ text: "The snooze has ended." });
      router.refresh();
    },
  });
  const act = useAct(
    (input: SnoozeInput) => {
      setUntil(input.until);
      return snoozeCalls(input);
    },
    {
      onDone: ({ ids }) => {
        const end = until ? momentText(until, "date-time", zone, new Date(now())) : "";
        const [first] = calls ?? [];
        // A dialog keeps the focus until it is gone.
        flushSync(() => setCalls(null));
        router.refresh();
        onDone?.(ids, `Snoozed until ${end}`);
        loadAhead(async () => {
          const { tellSnoozed } = await loadTelling();
          toast(tellSnoozed({ ids, end, first }, () => void back.run({ ids })));
        });
      },
    },
  );
  return {
    begin: (chosen) => {
      act.clear();
      setCalls(chosen);
    },
    wake: (ids) => void back.run({ ids }),
    problem: back.problem?.message ?? null,
    dialog: calls ? (
      <>
        <Asking />
        <SnoozeDialog calls={calls} act={act} over={over} onClose={() => setCalls(null)} />
      </>
    ) : null,
  };
}
