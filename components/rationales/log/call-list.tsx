import Link from "next/link";
import { Said } from "@/components/approvals/said";
import { durationText, RATIONALES } from "@/components/copy/rationales";
import { Time } from "@/components/ui/time";
import type { CallRow } from "@/lib/calls/schema";
import { OutcomeMark } from "../outcome-mark";
import { type CallCells, CallTable } from "./call-table";
import { RationaleWords } from "./rationale-words";

function toolName({ provider, tool }: CallRow): string {
  return provider ? `${provider} · ${tool}` : tool;
}

function cellsOf(call: CallRow): CallCells {
  return {
    id: call.id,
    href: `/rationales/calls/${call.id}`,
    time: <Time value={call.occurredAt} focusable={false} />,
    rationale: <RationaleWords rationale={call.rationale} />,
    outcome: <OutcomeMark outcome={call.outcome} />,
    tool: (
      <>
        <code className="block">
          <Said text={call.tool} />
        </code>
        {call.provider && (
          <span className="block text-fg-subtle text-xs">
            <Said text={call.provider} />
          </span>
        )}
      </>
    ),
    agent: call.agent ? (
      <Said text={call.agent} />
    ) : (
      <span className="text-fg-muted">{RATIONALES.unknownAgent}</span>
    ),
    duration:
      call.durationMs === null ? null : (
        <span className="whitespace-nowrap">{durationText(call.durationMs)}</span>
      ),
    attempt: call.attempt,
    session: call.sessionId && (
      <Link
        href={`/rationales?${new URLSearchParams({ session: call.sessionId })}`}
        prefetch={false}
        className="mono underline-offset-2 hover:underline"
      >
        <Said text={call.sessionId} />
      </Link>
    ),
    tenant: call.tenant,
    gateway: call.gateway,
  };
}

/** Calls as a table where there is room, else one under the other. */
export function CallList({ calls, empty }: { calls: readonly CallRow[]; empty: React.ReactNode }) {
  if (calls.length === 0) return empty;
  return (
    <>
      <div className="overflow-x-auto max-md:hidden">
        <CallTable rows={calls.map(cellsOf)} empty={empty} />
      </div>
      <ul aria-label={RATIONALES.list} className="divide-y divide-border md:hidden">
        {calls.map((call) => (
          <li key={call.id}>
            <Link
              href={`/rationales/calls/${call.id}`}
              prefetch={false}
              data-key="row"
              className="flex flex-col gap-1 px-3.5 py-3"
            >
              <span className="flex items-center justify-between gap-2">
                <OutcomeMark outcome={call.outcome} />
                <span className="text-fg-muted text-xs">
                  <Time value={call.occurredAt} focusable={false} />
                </span>
              </span>
              <span>
                <RationaleWords rationale={call.rationale} />
              </span>
              <span className="flex flex-wrap gap-x-1.5 text-fg-subtle text-xs">
                <code>
                  <Said text={toolName(call)} />
                </code>
                <span aria-hidden>·</span>
                {call.agent ? <Said text={call.agent} /> : RATIONALES.unknownAgent}
                {call.durationMs !== null && ` · ${durationText(call.durationMs)}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
