"use client";

import { type ReactNode, useContext } from "react";
import { classNames } from "@/components/ui/class-names";
import { Count } from "@/components/ui/count";
import { Deadline } from "@/components/ui/deadline";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Popover } from "@/components/ui/popover";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { NewNotes } from "@/lib/approvals/notes/types";
import { URGENT_MINUTES, type Waiting } from "@/lib/approvals/queue/types";
import type { Mentions } from "@/lib/feedback/comments/types";
import { FrameContext, type FrameFacts } from "../live/status";
import { NotificationSwitch } from "./notification-switch";

/**
 * What waits for this person, in a panel under a bell. A page may have two, one hidden: `id`
 * distinguishes them.
 */
export function Bell({
  id,
  className,
}: {
  id: string;
  /** Where the panel opens. */
  className: string;
}) {
  const facts = useContext(FrameContext);
  const hydrated = useHydrated();
  if (!facts) return null;
  const { count, urgent, attention, calls, asOf } = facts.waiting;
  const { reviews } = facts;
  const waits =
    count === 0
      ? "Nothing waits for you."
      : count === 1
        ? "1 call waits for you"
        : `${count} calls wait for you`;
  const lists = forYou(facts);
  const said =
    lists.length === 0 ? waits : [waits.replace(/\.$/, ""), ...lists.map((one) => one.said)].join("; ");
  const all = count + facts.mentions.count + facts.notes.count;
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={`What waits for you: ${said}`}
        title="What waits for you"
        className="flex h-8 min-w-8 items-center justify-center gap-0.5 rounded-control px-1 text-fg-muted shrink-0 rail:h-auto rail:flex-col rail:py-1 hover:bg-selected hover:text-fg max-lg:h-12 max-lg:min-w-12"
      >
        <Icon name="bell" size={18} />
        {all > 0 && (
          <span className="flex min-w-4 items-center justify-center rounded-full bg-accent px-1 text-accent-fg">
            <Count value={all} cap={99} />
          </span>
        )}
      </button>
      <Popover
        id={id}
        label="What waits for you"
        className={classNames("w-[min(22rem,calc(100vw-1rem))] p-0!", className)}
      >
        <div className="px-3.5 pt-3 pb-2">
          <p className="text-sm font-bold">{waits}</p>
          {urgent > 0 && (
            <p className="text-xs text-fg-muted">
              {urgent} {urgent === 1 ? "runs" : "run"} out within {URGENT_MINUTES} minutes
            </p>
          )}
        </div>
        {calls.length > 0 && hydrated && <Calls calls={calls} asOf={asOf} />}
        {lists.map((list) => (
          <ForYou key={list.label} {...list} />
        ))}
        <div className="flex flex-col gap-2 px-3.5 py-2.5 text-sm">
          <span className="flex flex-wrap gap-x-4">
            <Link href="/approvals" className="min-h-6 text-accent hover:underline">
              Show all
            </Link>
            {reviews.count > 0 && (
              <Link href="/reviews" className="min-h-6 text-accent hover:underline">
                Reviews <Count value={reviews.count} />
              </Link>
            )}
            {attention > 0 && (
              <Link href="/approvals?view=attention" className="min-h-6 text-accent hover:underline">
                Needs attention <Count value={attention} />
              </Link>
            )}
          </span>
          <NotificationSwitch on={facts.notify.browser} />
        </div>
      </Popover>
    </>
  );
}

const NOTE_WORDS = { comment: "mentioned you", question: "asked", reply: "The agent replied" };

const fromNote = ({ id, approvalId, kind, summary, by }: NewNotes["newest"][number]): Item => ({
  ...{ id, by: by ?? "", where: NOTE_WORDS[kind], title: summary },
  href: `/approvals/${approvalId}#timeline`,
});

const fromMention = ({ id, issueId, ref, title, by }: Mentions["newest"][number]): Item => ({
  ...{ id, by, title, href: `/feedback/${issueId}#timeline` },
  where: (
    <>
      on <span className="mono">{ref}</span>
    </>
  ),
});

function forYou({ mentions, notes }: FrameFacts) {
  const noted = notes.count === 1 ? "1 comment or reply" : `${notes.count} comments and replies`;
  const mentioned =
    mentions.count === 1 ? "1 comment mentions you" : `${mentions.count} comments mention you`;
  return [
    { said: `${noted} for you`, label: "Comments and replies for you", items: notes.newest.map(fromNote) },
    { said: mentioned, label: "Mentions of you", items: mentions.newest.map(fromMention) },
  ].filter(({ items }) => items.length > 0);
}

type Item = { id: string; href: string; by: string; where: ReactNode; title: string };

function ForYou({ said, label, items }: { said: string; label: string; items: readonly Item[] }) {
  return (
    <div className="border-b border-border">
      <p className="px-3.5 pt-2.5 pb-1 text-sm font-bold">{said}</p>
      <ul aria-label={label} className="max-h-[30dvh] overflow-y-auto">
        {items.map(({ id, href, by, where, title }) => (
          <li key={id}>
            <Link
              href={href}
              className="flex flex-col gap-0.5 px-3.5 py-2 -outline-offset-2 hover:bg-sunken max-sm:py-3"
            >
              <span className="text-xs text-fg-muted">
                <Untrusted>{by}</Untrusted> {where}
              </span>
              <span className="line-clamp-2 text-sm">
                <Untrusted>{title}</Untrusted>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Calls({ calls, asOf }: { calls: Waiting["calls"]; asOf: Date }) {
  return (
    <ul className="max-h-[50dvh] overflow-y-auto border-y border-border">
      {calls.map((call) => (
        <li key={call.id} className="border-b border-border last:border-0">
          <Link
            href={`/approvals/${call.id}`}
            className="flex flex-col gap-1 px-3.5 py-2 -outline-offset-2 hover:bg-sunken max-sm:py-3"
          >
            <span className="flex items-center justify-between gap-2">
              <RiskMark risk={call.risk} />
              <Deadline until={call.decideBy} since={call.createdAt} asOf={asOf} />
            </span>
            <span className="line-clamp-2 text-sm">
              <Untrusted>{call.headline}</Untrusted>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
