"use client";

import { useEffect, useId, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Popover } from "@/components/ui/popover";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { findWhereabouts } from "@/lib/approvals/deciders/actions";
import type { PersonThere, Whereabouts } from "@/lib/approvals/deciders/types";
import { lineOf } from "./words";

/** How many of those who may decide can be expected to answer; the names on press. */
export function WhoIsThere({ call }: { call?: string }) {
  const panel = useId();
  const { found, read } = useWhereabouts(call);
  if (!found || found.eligible === 0) return null;
  return (
    <>
      <button
        type="button"
        popoverTarget={panel}
        onClick={read}
        className="inline-flex min-h-6 items-center gap-1.5 rounded-chip text-left text-fg-muted text-xs hover:text-fg hover:underline max-sm:min-h-11"
      >
        <Icon name="users" size={13} />
        {lineOf(found)}
      </button>
      <Popover id={panel} label="Who is there" className={PANEL}>
        <ul className="max-h-[60dvh] divide-y divide-border overflow-y-auto">
          {found.people.map((person) => (
            <Person key={person.id} person={person} />
          ))}
        </ul>
        {found.eligible > found.people.length && (
          <p className="px-2.5 py-1.5 text-fg-muted text-xs">
            and {found.eligible - found.people.length} more
          </p>
        )}
        <p className="border-border border-t px-2.5 py-2 text-fg-muted text-xs">
          {call === undefined
            ? "People who may decide calls of your tenants."
            : "People who may decide this call."}{" "}
          <Link href="/settings/profile#deputy" className="text-accent underline underline-offset-2">
            Say when you are away
          </Link>
          {call !== undefined && (
            <>
              {" · "}
              <Link
                href={`/notifications?view=all&approval=${call}`}
                className="text-accent underline underline-offset-2"
              >
                Who was notified
              </Link>
            </>
          )}
        </p>
      </Popover>
    </>
  );
}

// Below the button, as wide as a phone allows.
const PANEL =
  "m-0 mt-1 w-[min(22rem,calc(100vw-2rem))] [position-area:bottom_span-right] [position-try-fallbacks:flip-block,flip-inline]";

/** Read after the page, so that the page costs nothing more, and again with each press. */
function useWhereabouts(call: string | undefined) {
  const [found, setFound] = useState<Whereabouts | null>(null);
  const gone = useRef(false);
  const read = () => {
    findWhereabouts(call === undefined ? {} : { call }).then(
      (answer) => {
        if (!gone.current && answer.ok) setFound(answer);
      },
      () => undefined, // unreachable: the last answer stays
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each call
  useEffect(() => {
    gone.current = false;
    read();
    return () => {
      gone.current = true;
    };
  }, [call]);
  return { found, read };
}

function Person({ person: { name, isViewer, isHere, away, onCall, isOffDuty } }: { person: PersonThere }) {
  return (
    <li className="flex flex-col gap-0.5 px-2.5 py-2 text-sm">
      <span className="flex flex-wrap items-center gap-1.5 font-medium">
        <Untrusted>{name}</Untrusted>
        {isViewer && <Badge>You</Badge>}
        {isHere && !isViewer && <Badge>Here now</Badge>}
      </span>
      {away && (
        <span className="text-fg-muted text-xs">
          Away until <Time value={away.until} />; <Untrusted>{away.deputy}</Untrusted> decides for them
        </span>
      )}
      {onCall.map(({ group, until }) => (
        <span key={group} className="text-fg-muted text-xs">
          On call for {group}
          {until && (
            <>
              {" "}
              until <Time value={until} />
            </>
          )}
        </span>
      ))}
      {isOffDuty && !away && <span className="text-fg-muted text-xs">Off duty</span>}
    </li>
  );
}
