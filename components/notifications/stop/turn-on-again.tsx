"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { useAct } from "@/components/ui/use-act";
import type { NoticeKind } from "@/lib/notices/types";
import { turnKind } from "@/lib/notifications/actions";
import type { PersonalChannel } from "@/lib/notifications/types";

type Props = { kind: NoticeKind; channel: PersonalChannel; href: string };

/** Turns on for oneself what a link in a message turned off, and shows the page anew. */
export function TurnOnAgain({ kind, channel, href }: Props) {
  const router = useRouter();
  const act = useAct<object, object>(turnKind, { onDone: () => router.replace(href) });
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="lg"
        variant="primary"
        className="w-full"
        pending={act.pending}
        onClick={() => void act.run({ kind, channel, on: true })}
      >
        Turn it on again
      </Button>
      <ActNotice problem={act.problem} />
    </div>
  );
}
