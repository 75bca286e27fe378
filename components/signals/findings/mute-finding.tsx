"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { UNREACHABLE } from "@/components/words/ui";
import { unmuteFinding } from "@/lib/tools/actions";
import type { FindingKey } from "@/lib/tools/findings/types";

const MuteDialog = openedPart(() => import("./mute-dialog").then((part) => part.MuteDialog));

/** Takes a finding out of sight for everybody until the tool's next version, or back into it. */
export function MuteFinding({
  finding,
  title,
  muted,
}: {
  finding: FindingKey;
  title: string;
  muted: boolean;
}) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const toast = useToast();
  const unmute = useAct(unmuteFinding, {
    onDone: () => {
      toast({ text: "Shown again." });
      router.refresh();
    },
  });
  const takeBack = async () => {
    const answer = await unmuteFinding(finding).catch(() => null);
    toast({ text: answer?.ok ? "Shown again." : (answer?.message ?? UNREACHABLE) });
    router.refresh();
  };
  if (muted)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          onClick={() => void unmute.run(finding)}
          pending={unmute.pending}
          pendingLabel="Showing…"
        >
          Show again
        </Button>
        {unmute.problem && (
          <span role="alert" className="text-sm text-problem">
            {unmute.problem.message}
          </span>
        )}
      </div>
    );
  return (
    <div>
      <Button size="sm" onClick={() => setOpen(true)}>
        Mute…
      </Button>
      {open && (
        <MuteDialog
          finding={finding}
          title={title}
          onClose={() => setOpen(false)}
          onDone={() => toast({ text: "Muted until the next version.", undo: () => void takeBack() })}
        />
      )}
    </div>
  );
}
