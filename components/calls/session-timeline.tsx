import type { ReactNode } from "react";
import { StatusChip } from "@/components/approvals/status-chip";
import { SeverityMark } from "@/components/feedback/marks";
import { Link } from "@/components/ui/link";
import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { durationText } from "@/components/words/rationales";
import type { DecisionWord } from "@/lib/approvals/types";
import type { SessionLinks } from "@/lib/calls/log/types";
import type { CallRow } from "@/lib/calls/wire";
import type { SeverityWord } from "@/lib/feedback/types";
import { RationaleWords } from "./log/rationale-words";
import { shownRationale } from "./log/shown-rationale";
import { OutcomeMark } from "./outcome-mark";

type CallIntents = ReadonlyMap<string, { id: string; name: string }>;

type Entry = { key: string; at: Date; what: string; body: ReactNode };

const LINK = "underline underline-offset-2 hover:text-accent";

/**
 * A session in order: its calls with their intents, and the feedback and decisions between them.
 */
export function SessionTimeline({
  calls,
  links,
  intents,
}: {
  /** Newest first, as lists are. */
  calls: readonly CallRow[];
  links: SessionLinks;
  intents: CallIntents;
}) {
  const entries = [
    ...calls.map((call) => callEntry(call, intents)),
    ...withinPage(linkEntries(links), calls),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return (
    <ol aria-label="The session in order" className="divide-y divide-border">
      {entries.map(({ key, at, what, body }) => (
        <li
          key={key}
          className="grid gap-x-3 gap-y-1 px-3.5 py-2.5 text-sm md:grid-cols-[5.5rem_9.5rem_minmax(0,1fr)]"
        >
          <span className="text-fg-muted">
            <Time value={at} form="time-seconds" focusable={false} />
          </span>
          {what !== "" && <span className="text-fg-muted">{what}</span>}
          {body}
        </li>
      ))}
    </ol>
  );
}

/**
 * Events between the first and last call of this page. Events after the session's last call are on
 * its page.
 */
function withinPage(entries: Entry[], calls: readonly CallRow[]): Entry[] {
  const first = calls.at(-1)?.occurredAt.getTime() ?? 0;
  return entries.filter(({ at }) => at.getTime() >= first - EARLIER_MS);
}

// An approval request precedes the gateway's report of the call.
const EARLIER_MS = 60_000;

function callEntry(call: CallRow, intents: CallIntents): Entry {
  const intent = intents.get(call.id);
  return {
    key: call.id,
    at: call.occurredAt,
    what: "",
    body: (
      <>
        <span>
          <OutcomeMark outcome={call.outcome} />
        </span>
        <span className="flex min-w-0 flex-col gap-0.5">
          <Link
            href={`/rationales/calls/${call.id}`}
            data-key="row"
            className="self-start py-0.5 font-medium underline-offset-2 hover:underline max-sm:py-3"
          >
            <code>
              <Untrusted>{call.tool}</Untrusted>
            </code>
            {call.durationMs !== null && (
              <span className="tnum ml-2 font-normal text-fg-muted text-xs">
                {durationText(call.durationMs)}
              </span>
            )}
          </Link>
          <span>
            <RationaleWords {...shownRationale(call)} />
          </span>
          {intent && (
            <span className="text-fg-muted text-xs">
              For:{" "}
              <Link href={`/rationales/intents/${intent.id}`} className={LINK}>
                <Untrusted>{intent.name}</Untrusted>
              </Link>
            </span>
          )}
        </span>
      </>
    ),
  };
}

function linkEntries({ approvals, reports, corrections }: SessionLinks): Entry[] {
  return [
    ...approvals.map(({ id, summary, decision, createdAt }) => ({
      key: id,
      at: createdAt,
      what: "Asked for approval",
      body: (
        <span className="flex flex-wrap items-center gap-x-2">
          <Link href={`/approvals/${id}`} className={LINK}>
            <Untrusted>{summary}</Untrusted>
          </Link>
          <StatusChip status={decision as DecisionWord} />
        </span>
      ),
    })),
    ...reports.map(({ id, severity, actualOutcome, createdAt }) => ({
      key: id,
      at: createdAt,
      what: "Reported a problem",
      body: (
        <span className="flex items-start gap-2">
          <SeverityMark severity={severity as SeverityWord} />
          <Link href={`/feedback/reports/${id}`} className={`line-clamp-2 ${LINK}`}>
            <Untrusted>{actualOutcome}</Untrusted>
          </Link>
        </span>
      ),
    })),
    ...corrections.map(({ id, tool, utterance, occurredAt, createdAt }) => ({
      key: id,
      at: occurredAt ?? createdAt,
      what: "Corrected by a user",
      body: (
        <UntrustedQuote
          title="Correction"
          caption={
            <>
              a user's own words, as the gateway reported them · <Untrusted>{tool}</Untrusted>
            </>
          }
        >
          <Untrusted lines>{utterance}</Untrusted>
        </UntrustedQuote>
      ),
    })),
  ];
}
