"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { useAct } from "@/components/ui/use-act";
import { CHANNEL_WORDS, KIND_WORDS } from "@/components/words/notifications";
import type { NoticeKind, PeopleChannel } from "@/lib/notices/types";
import { turnKind } from "@/lib/notifications/actions";

/** Turns this kind off on this channel for oneself, or on again. */
export function StopKind({
  kind,
  channel,
  isOn,
}: {
  kind: NoticeKind;
  channel: PeopleChannel | "none";
  isOn: boolean;
}) {
  const router = useRouter();
  const act = useAct<object, object>(turnKind, { onDone: () => router.refresh() });
  const what = `“${KIND_WORDS[kind].name}” on the channel ${CHANNEL_WORDS[channel]}`;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-sm">{isOn ? `You get ${what}.` : `You turned off ${what}.`}</p>
        <Button size="sm" pending={act.pending} onClick={() => void act.run({ kind, channel, on: !isOn })}>
          {isOn ? "Turn it off" : "Turn it on again"}
        </Button>
      </div>
      <ActNotice problem={act.problem} />
    </div>
  );
}
