import type { ReactNode } from "react";
import { ranOnWords } from "@/components/words/rationales";
import type { CallRow } from "@/lib/calls/wire";
import { shownText } from "@/lib/core/text/annotate";
import { CallRows, type ShownCall } from "./call-rows";
import { shownRationale } from "./shown-rationale";

/** A call as data: cells rendered by the server would be most of the page. */
function shownOf(call: CallRow): ShownCall {
  const { id, occurredAt, outcome, tool, provider, agent, durationMs, attempt, sessionId } = call;
  return {
    id,
    at: occurredAt,
    ...shownRationale(call),
    outcome,
    ranOn: ranOnWords(call),
    tool: shownText(tool),
    provider: provider && shownText(provider),
    agent: agent && shownText(agent),
    durationMs,
    attempt,
    session: sessionId ? { id: sessionId, text: shownText(sessionId) } : null,
    tenant: call.tenant,
    gateway: call.gateway,
  };
}

/** Calls as a table, or as a list on narrow screens. */
export function CallList({ calls, empty }: { calls: readonly CallRow[]; empty: ReactNode }) {
  if (calls.length === 0) return empty;
  return <CallRows rows={calls.map(shownOf)} />;
}
