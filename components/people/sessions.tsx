"use client";

import { useRouter } from "next/navigation";
import { Badge } from "@/components/ui/badge";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Icon } from "@/components/ui/icon";
import { Card, Section } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import { endSessionAction, endSessionsAction } from "@/lib/auth/people/actions";

type SessionRow = { id: string; browser: string; createdAt: Date; lastSeenAt: Date; current: boolean };

/** The browsers in which a user is signed in. */
export function Sessions({
  userId,
  own,
  rows,
}: {
  userId: string;
  own: boolean;
  rows: readonly SessionRow[];
}) {
  const router = useRouter();
  const refresh = () => router.refresh();
  const others = rows.filter((row) => !row.current);
  return (
    <Section
      id="sessions"
      title="Sessions"
      description="A session ends by itself after 12 hours."
      actions={
        others.length > 0 && (
          <ConfirmAct
            size="sm"
            icon="log-out"
            label={own ? "Sign out all other browsers…" : "Sign out everywhere…"}
            title={own ? "Sign out all other browsers?" : "Sign this person out everywhere?"}
            description={
              own
                ? "Only this one stays signed in. If you linked a Slack account in another browser, it is unlinked."
                : "Their Slack account is unlinked. They can sign in and link it again. To keep them out, switch them off."
            }
            confirm={own ? "Sign them out" : "Sign out everywhere"}
            pendingLabel="Signing out…"
            act={() => endSessionsAction({ id: userId })}
            onDone={refresh}
          />
        )
      }
    >
      <Card flush>
        {rows.length === 0 && <p className="px-4 py-3.5 text-sm text-fg-muted">Not signed in anywhere</p>}
        <ul className="divide-y divide-border">
          {rows.map(({ id, browser, createdAt, lastSeenAt, current }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3.5 py-(--row-pad)">
              <Icon name="globe" className="text-fg-subtle" />
              <div className="min-w-0 flex-1 basis-48">
                <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
                  {browser}
                  {current && <Badge>This browser</Badge>}
                </p>
                <p className="text-xs text-fg-muted">
                  signed in <Time value={createdAt} />
                  {" · "}
                  last seen <Time value={lastSeenAt} form="relative" />
                </p>
              </div>
              {!current && (
                <ConfirmAct
                  size="sm"
                  variant="ghost"
                  label="Sign out…"
                  title="Sign this browser out?"
                  description="Its open pages stop now, and it has to sign in again. A Slack account that was linked in it is unlinked."
                  confirm="Sign it out"
                  pendingLabel="Signing out…"
                  act={() => endSessionAction({ id })}
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
