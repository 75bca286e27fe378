import type { JsonNode } from "@/lib/core/json/parse";
import type { RiskWord } from "@/lib/core/risk";
import { clockAt, type LocalClock } from "@/lib/core/time-window/rules";
import { type ArgumentValues, valuesOf } from "./conditions/values";

/**
 * What a call says of itself; what it does not say is null or missing. Approvals and tool calls keep
 * each in a column.
 */
export type SaidOfCall = {
  provider?: string | null;
  tool: string;
  agent?: string | null;
  model?: string | null;
  onBehalfOf?: string | null;
  claimedRisk?: RiskWord | null;
};

type Said = Required<SaidOfCall>;

/** Where a call belongs. `provider`: by which the catalogue knows its tool. `now`: when it is made. */
export type PlaceOfCall = { tenant: string; gateway: string; provider: string | null; now: Date };

/**
 * A call as policies see it. Null: it does not say. Undefined: nobody knows any more, or it is of
 * many calls that differ in it.
 */
export type CallForPolicies = { [F in keyof Said]?: Said[F] | undefined } & {
  tenant?: string | undefined;
  gateway?: string | undefined;
  /** The effective risk. */
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
});

/**
 * The call as policies see it, from what a gateway sends or from its row.
 * @param root its arguments, read once a policy asks for them; undefined: they are not known
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

/** The columns of a stored call, in `approvals` and `tool_calls`, that hold what it says of itself. */
export const SAID_COLUMNS = Object.keys(saidOf({ tool: "" })) as (keyof Said)[];
