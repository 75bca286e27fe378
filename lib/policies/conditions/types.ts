import type { RiskWord } from "@/lib/core/risk";
import type { TimeWindow } from "@/lib/core/time-window/types";

/** A value to compare an argument with. A number has at most 15 digits, so that it is exact. */
export type ArgumentValue = string | number | boolean | null;

/** A JSON number, or text if it has more digits than a JavaScript number can hold. */
export type Threshold = number | string;

export const EQUAL_OPS = ["equals", "not_equals"] as const;
export const LIST_OPS = ["in", "not_in"] as const;
export const NUMBER_OPS = ["over", "at_least", "under", "at_most"] as const;
export const LENGTH_OPS = ["longer_than", "shorter_than"] as const;
export const PRESENCE_OPS = ["exists", "missing"] as const;

export const ARGUMENT_OPS = [
  ...EQUAL_OPS,
  ...LIST_OPS,
  ...NUMBER_OPS,
  "matches",
  ...LENGTH_OPS,
  ...PRESENCE_OPS,
] as const;

/** A condition on the arguments at `path`: a JSON pointer; `*` matches any item or member. */
export type ArgumentCondition = { path: string } & (
  | { op: (typeof EQUAL_OPS)[number]; value: ArgumentValue }
  | { op: (typeof LIST_OPS)[number]; value: readonly ArgumentValue[] }
  | { op: (typeof NUMBER_OPS)[number]; value: Threshold }
  | { op: "matches"; value: string }
  | { op: (typeof LENGTH_OPS)[number]; value: number }
  | { op: (typeof PRESENCE_OPS)[number] }
);

export type ArgumentOp = ArgumentCondition["op"];

/** The facts that a gateway can state for a call, in the order of the API. */
export const FACTS = ["how_many", "to_whom", "what", "undo"] as const;

export type FactName = (typeof FACTS)[number];

export type FactPath = `/${FactName}`;

/** A condition on a fact of the gateway: as on an argument, at the path of a fact. */
export type FactCondition = ArgumentCondition & { path: FactPath };

/** The values of each kind; empty or null: no condition. Schemas, wire and form follow it. */
export type AskedOf = {
  names: readonly string[];
  risks: readonly RiskWord[];
  window: TimeWindow | null;
  arguments: readonly ArgumentCondition[];
  facts: readonly FactCondition[];
};

export type Kind = keyof AskedOf;

/**
 * All conditions of policies, in the order of evaluation and storage. `about`: for the API
 * reference; `later`: stored only if used, because older policies lack it.
 */
export const CONDITIONS = {
  tenants: {
    kind: "names",
    about: "Keys of tenants. In each of these lists a star stands for any text.",
  },
  gateways: { kind: "names", about: "Names of gateways." },
  providers: { kind: "names", about: "As the call names it, else as the catalogue knows the tool." },
  tools: { kind: "names" },
  agents: { kind: "names" },
  models: { kind: "names" },
  onBehalfOf: { kind: "names" },
  risk: { kind: "risks", about: "The effective risk." },
  claimedRisk: {
    kind: "risks",
    about: "The risk that the gateway states for the call, even where the effective risk differs.",
    later: true,
  },
  time: { kind: "window" },
  arguments: { kind: "arguments" },
  facts: {
    kind: "facts",
    about:
      "Conditions on the facts that the gateway states for the call, at /how_many, /to_whom, /what or /undo. Countersign does not check them. An edit of the arguments leaves them unchanged.",
    later: true,
  },
} as const satisfies Record<string, { kind: Kind; about?: string; later?: true }>;

export type ConditionKey = keyof typeof CONDITIONS;

export type KindOf<C extends ConditionKey> = (typeof CONDITIONS)[C]["kind"];

export type KeyOf<K extends Kind> = { [C in ConditionKey]: KindOf<C> extends K ? C : never }[ConditionKey];

type Later = {
  [C in ConditionKey]: (typeof CONDITIONS)[C] extends { later: true } ? C : never;
}[ConditionKey];

type Asked = { [C in ConditionKey]: AskedOf[KindOf<C>] };

/** All given conditions must match, and of each list any entry. Without conditions: every call. */
export type PolicyMatch = Omit<Asked, Later> & Partial<Pick<Asked, Later>>;
