"use client";

import { useRouter } from "next/navigation";
import { Badge } from "@/components/ui/badge";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Icon } from "@/components/ui/icon";
import { Card, Section } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import type { ActResult } from "@/components/ui/use-act";
import { SESSIONS } from "@/components/words/people";

export type SessionRow = { id: string; browser: string; createdAt: Date; lastSeenAt: Date; current: boolean };

/** The browsers in which somebody is signed in. */
export function Sessions({
  userId,
  own,
  rows,
  end,
  endAll,
}: {
  userId: string;
  own: boolean;
  rows: readonly SessionRow[];
  end: (input: object) => Promise<ActResult>;
  endAll: (input: object) => Promise<ActResult<{ ended: number }>>;
}) {
  const router = useRouter();
  const refresh = () => router.refresh();
  const others = rows.filter((row) => !row.current);
  return (
    <Section
      id="sessions"
      title={SESSIONS.title}
      description={SESSIONS.note}
      actions={
        others.length > 0 && (
          <ConfirmAct
            size="sm"
            icon="log-out"
            label={own ? SESSIONS.endOthers : SESSIONS.endAll}
            title={own ? SESSIONS.endOthersTitle : SESSIONS.endAllTitle}
            description={own ? SESSIONS.endOthersNote : SESSIONS.endAllNote}
            confirm={own ? SESSIONS.endDo : SESSIONS.endAllDo}
            pendingLabel={SESSIONS.ending}
            act={() => endAll({ id: userId })}
            onDone={refresh}
          />
        )
      }
    >
      <Card flush>
        {rows.length === 0 && <p className="px-4 py-3.5 text-sm text-fg-muted">{SESSIONS.none}</p>}
        <ul className="divide-y divide-border">
          {rows.map(({ id, browser, createdAt, lastSeenAt, current }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3.5 py-(--row-pad)">
              <Icon name="globe" className="text-fg-subtle" />
              <div className="min-w-0 flex-1 basis-48">
                <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
                  {browser}
                  {current && <Badge>{SESSIONS.current}</Badge>}
                </p>
                <p className="text-xs text-fg-muted">
                  {SESSIONS.since} <Time value={createdAt} />
                  {" · "}
                  {SESSIONS.seen} <Time value={lastSeenAt} form="relative" />
                </p>
              </div>
              {!current && (
                <ConfirmAct
                  size="sm"
                  variant="ghost"
                  label={SESSIONS.end}
                  title={SESSIONS.endTitle}
                  description={SESSIONS.endNote}
                  confirm={SESSIONS.endDo}
                  pendingLabel={SESSIONS.ending}
                  act={() => end({ id })}
                  onDone={refresh}
                />
              )}
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
