import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { durationText } from "@/components/words/rationales";
import type { CallRow } from "@/lib/calls/wire";
import { RationaleWords } from "../log/rationale-words";
import { shownRationale } from "../log/shown-rationale";
import { OutcomeMark } from "../outcome-mark";

/** The calls of the same session just before and after, in order. */
export function CallsAround({
  calls,
  current,
  session,
}: {
  calls: readonly CallRow[];
  current: string;
  session: string;
}) {
  return (
    <Section
      id="around"
      title="In the same session"
      actions={
        <Link
          href={`/rationales?${new URLSearchParams({ session })}`}
          className="text-accent text-sm underline underline-offset-2"
        >
          Whole session
        </Link>
      }
    >
      <Card flush>
        <ol aria-label="In the same session" className="divide-y divide-border">
          {calls.map((call) => (
            <li
              key={call.id}
              aria-current={call.id === current || undefined}
              className="aria-[current]:bg-selected"
            >
              <Link
                href={`/rationales/calls/${call.id}`}
                data-key="row"
                className="grid gap-x-3 gap-y-0.5 px-3.5 py-2.5 text-sm outline-offset-[-2px] hover:bg-sunken md:grid-cols-[5.5rem_9.5rem_minmax(0,1fr)_5rem]"
              >
                <span className="text-fg-muted">
                  <Time value={call.occurredAt} form="time-seconds" focusable={false} />
                </span>
                <span>
                  <OutcomeMark outcome={call.outcome} />
                </span>
                <span className="min-w-0">
                  <code>
                    <Untrusted>{call.tool}</Untrusted>
                  </code>
                  {call.id === current && <span className="ml-2 font-medium text-xs">This call</span>}
                  <span className="block text-fg-muted">
                    <RationaleWords {...shownRationale(call)} />
                  </span>
                </span>
                <span className="tnum text-fg-muted md:text-right">
                  {call.durationMs === null ? null : durationText(call.durationMs)}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}
