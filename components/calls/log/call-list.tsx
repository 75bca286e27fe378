import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { durationText } from "@/components/words/rationales";
import type { CallRow } from "@/lib/calls/schema";
import { OutcomeMark } from "../outcome-mark";
import { type CallCells, CallRows } from "./call-rows";
import { RationaleWords } from "./rationale-words";

function cellsOf(call: CallRow): CallCells {
  return {
    id: call.id,
    href: `/rationales/calls/${call.id}`,
    time: <Time value={call.occurredAt} focusable={false} />,
    rationale: <RationaleWords rationale={call.rationale} />,
    outcome: <OutcomeMark outcome={call.outcome} />,
    tool: (
      <>
        <code className="md:block">
          <Untrusted>{call.tool}</Untrusted>
        </code>{" "}
        {call.provider && (
          <span className="text-fg-subtle text-xs md:block">
            <Untrusted>{call.provider}</Untrusted>
          </span>
        )}
      </>
    ),
    agent: call.agent ? (
      <Untrusted>{call.agent}</Untrusted>
    ) : (
      <span className="text-fg-muted">Unknown agent</span>
    ),
    duration:
      call.durationMs === null ? null : (
        <span className="whitespace-nowrap">{durationText(call.durationMs)}</span>
      ),
    attempt: call.attempt,
    session: call.sessionId && (
      <Link
        href={`/rationales?${new URLSearchParams({ session: call.sessionId })}`}
        className="mono underline-offset-2 hover:underline"
      >
        <Untrusted>{call.sessionId}</Untrusted>
      </Link>
    ),
    tenant: call.tenant,
    gateway: call.gateway,
  };
}

/** Calls as a table where there is room, else one under the other. */
export function CallList({ calls, empty }: { calls: readonly CallRow[]; empty: React.ReactNode }) {
  if (calls.length === 0) return empty;
  return <CallRows rows={calls.map(cellsOf)} />;
}
