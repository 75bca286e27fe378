"use client";

import { useEffect, useId, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Popover } from "@/components/ui/popover";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { findWhereabouts } from "@/lib/approvals/deciders/actions";
import type { PersonThere, TenantThere, Whereabouts } from "@/lib/approvals/deciders/types";
import { lineOf, linesOfTenants } from "./words";

/** A call, or the tenant that a list is filtered by. */
type Asked = { call?: string; tenant?: string };

/** How many of those who may decide can be expected to answer; the names on press. */
export function WhoIsThere({ call, tenant }: Asked) {
  const panel = useId();
  const { found, read } = useWhereabouts({ call, tenant });
  if (!found || found.eligible === 0) return null;
  return (
    <>
      <button
        type="button"
        popoverTarget={panel}
        onClick={read}
        className="inline-flex min-h-6 items-center gap-1.5 rounded-chip text-left text-fg-muted text-xs hover:text-fg hover:underline max-sm:min-h-11"
      >
        <Icon name="users" size={13} className="shrink-0" />
        <Line found={found} />
      </button>
      <Popover id={panel} label="Who is there" className={PANEL}>
        {found.tenants.length > 1 && <Tenants tenants={found.tenants} />}
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
            ? `People who may decide calls of ${tenant ?? "your tenants"}.`
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

/** One number for one tenant. Of several, those in which no one else would answer stand out. */
function Line({ found }: { found: Whereabouts }) {
  const { alone, others } =
    found.tenants.length > 1 ? linesOfTenants(found.tenants) : { alone: null, others: lineOf(found) };
  return (
    <span>
      {alone && <strong className="text-fg">{alone}</strong>}
      {alone && others && "; "}
      {others}
    </span>
  );
}

function Tenants({ tenants }: { tenants: readonly TenantThere[] }) {
  return (
    <ul
      aria-label="Tenants"
      className="max-h-[20dvh] overflow-y-auto border-border border-b px-2.5 py-2 text-xs"
    >
      {tenants.map(({ key, eligible, available, isViewerAlone }) => (
        <li key={key} className="flex justify-between gap-3">
          <span className="truncate">{key}</span>
          {available === 0 || isViewerAlone ? (
            <strong>{isViewerAlone ? "Only you available" : `No one of ${eligible} available`}</strong>
          ) : (
            <span className="text-fg-muted">
              {available} of {eligible} available
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

// Below the button, as wide as a phone allows.
const PANEL =
  "m-0 mt-1 w-[min(22rem,calc(100vw-2rem))] [position-area:bottom_span-right] [position-try-fallbacks:flip-block,flip-inline]";

/** Read after the page, so that the page costs nothing more, and again with each press. */
function useWhereabouts({ call, tenant }: Asked) {
  const [found, setFound] = useState<Whereabouts | null>(null);
  const gone = useRef(false);
  const read = () => {
    findWhereabouts({ ...(call !== undefined && { call }), ...(tenant !== undefined && { tenant }) }).then(
      (answer) => {
        if (!gone.current && answer.ok) setFound(answer);
      },
      () => undefined, // unreachable: the last answer stays
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each call or tenant
  useEffect(() => {
    gone.current = false;
    read();
    return () => {
      gone.current = true;
    };
  }, [call, tenant]);
  return { found, read };
}

function Person({ person }: { person: PersonThere }) {
  const { name, isViewer, isHere, away, onCall, isOffDuty, tenants } = person;
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
      {tenants && (
        <span className="text-fg-muted text-xs">
          For {tenants.some.join(", ")}
          {tenants.more > 0 && ` and ${tenants.more} more`}
        </span>
      )}
    </li>
  );
}
