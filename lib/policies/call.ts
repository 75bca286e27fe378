import type { JsonNode } from "@/lib/core/json/parse";
import type { RiskWord } from "@/lib/core/risk";
import { clockAt, type LocalClock } from "@/lib/core/time-window/rules";
import { type ArgumentValues, valuesOf } from "./conditions/values";

/** The facts that a call states; null or missing if not. Stored in a column each. */
export type SaidOfCall = {
  provider?: string | null;
  tool: string;
  agent?: string | null;
  model?: string | null;
  onBehalfOf?: string | null;
  claimedRisk?: RiskWord | null;
  sessionId?: string | null;
};

type Said = Required<SaidOfCall>;

/** `provider`: the catalogue's provider of the tool. `now`: the time of the call. */
export type PlaceOfCall = { tenant: string; gateway: string; provider: string | null; now: Date };

/** Null: the call does not state it. Undefined: unknown, or different among several calls. */
export type CallForPolicies = { [F in keyof Said]?: Said[F] | undefined } & {
  tenant?: string | undefined;
  gateway?: string | undefined;
  risk?: RiskWord | undefined;
  arguments?: ArgumentValues | undefined;
  clock?: LocalClock | undefined;
};

const saidOf = (said: SaidOfCall): Said => ({
  provider: said.provider ?? null,
  tool: said.tool,
  agent: said.agent ?? null,
  model: said.model ?? null,
  onBehalfOf: said.onBehalfOf ?? null,
  claimedRisk: said.claimedRisk ?? null,
  sessionId: said.sessionId ?? null,
});

/**
 * A call as policies see it, from a gateway's request or a row.
 * @param root its arguments, read on demand; undefined: unknown
 */
export function callFor(
  said: SaidOfCall,
  { tenant, gateway, provider, now }: PlaceOfCall,
  risk: RiskWord,
  root: (() => JsonNode) | undefined,
): CallForPolicies {
  let values: ArgumentValues | undefined;
  const inside = (path: string) => {
    values ??= valuesOf(root?.() ?? NOTHING);
    return values(path);
  };
  const own = saidOf(said);
  return {
    ...own,
    provider: own.provider ?? provider,
    ...{ tenant, gateway, risk },
    arguments: root && inside,
    clock: clockAt(now),
  };
}

const NOTHING: JsonNode = { kind: "object", members: [], start: 0, end: 0 };

/** The columns of `approvals` and `tool_calls` with a call's stated facts. */
export const SAID_COLUMNS = Object.keys(saidOf({ tool: "" })) as (keyof Said)[];
