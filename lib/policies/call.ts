import { type JsonNode, parseJson } from "@/lib/core/json/parse";
import type { RiskWord } from "@/lib/core/risk";
import { clockAt, type LocalClock } from "@/lib/core/time-window/rules";
import type { FactName } from "./conditions/types";
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
  facts?: ArgumentValues | undefined;
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

export type StatedFacts = { [F in FactName]?: string | number | undefined };

/** What a call carries; undefined: unknown. Arguments are read on demand. Null: no facts stated. */
export type ContentOfCall = {
  arguments: (() => JsonNode) | undefined;
  facts: StatedFacts | null | undefined;
};

/** A call as policies see it, from a gateway's request or a row. */
export function callFor(
  said: SaidOfCall,
  { tenant, gateway, provider, now }: PlaceOfCall,
  risk: RiskWord,
  { arguments: root, facts }: ContentOfCall,
): CallForPolicies {
  const own = saidOf(said);
  return {
    ...own,
    provider: own.provider ?? provider,
    ...{ tenant, gateway, risk },
    arguments: root && onDemand(root),
    facts: facts === undefined ? undefined : onDemand(() => factsNode(facts)),
    clock: clockAt(now),
  };
}

function onDemand(root: () => JsonNode): ArgumentValues {
  let values: ArgumentValues | undefined;
  return (path) => {
    values ??= valuesOf(root());
    return values(path);
  };
}

const factsNode = (facts: StatedFacts | null): JsonNode => parseJson(JSON.stringify(facts ?? {}));

/** The columns of `approvals` and `tool_calls` with a call's stated facts. */
export const SAID_COLUMNS = Object.keys(saidOf({ tool: "" })) as (keyof Said)[];
