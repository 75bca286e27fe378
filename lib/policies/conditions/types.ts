import type { RiskWord } from "@/lib/core/risk";
import type { TimeWindow } from "@/lib/core/time-window/types";

/** What an argument is compared with. A number has at most 15 digits, so that it is exactly the one that was written. */
export type ArgumentValue = string | number | boolean | null;

/** A number as JSON writes it, or as text where it has more digits than a number here can hold. */
export type Threshold = number | string;

export const EQUAL_OPS = ["equals", "not_equals"] as const;
export const LIST_OPS = ["in", "not_in"] as const;
export const NUMBER_OPS = ["over", "at_least", "under", "at_most"] as const;
export const LENGTH_OPS = ["longer_than", "shorter_than"] as const;
export const PRESENCE_OPS = ["exists", "missing"] as const;

/** Every way to judge an argument. */
export const ARGUMENT_OPS = [
  ...EQUAL_OPS,
  ...LIST_OPS,
  ...NUMBER_OPS,
  "matches",
  ...LENGTH_OPS,
  ...PRESENCE_OPS,
] as const;

/** A condition on the arguments at `path`: a JSON pointer in which `*` stands for any item or member. */
export type ArgumentCondition = { path: string } & (
  | { op: (typeof EQUAL_OPS)[number]; value: ArgumentValue }
  | { op: (typeof LIST_OPS)[number]; value: readonly ArgumentValue[] }
  | { op: (typeof NUMBER_OPS)[number]; value: Threshold }
  | { op: "matches"; value: string }
  | { op: (typeof LENGTH_OPS)[number]; value: number }
  | { op: (typeof PRESENCE_OPS)[number] }
);

export type ArgumentOp = ArgumentCondition["op"];

/** What conditions of each kind ask for; empty or null: nothing. Schemas, wire and form have one part a kind. */
export type AskedOf = {
  /** Patterns in which a star stands for any text. */
  names: readonly string[];
  risks: readonly RiskWord[];
  window: TimeWindow | null;
  arguments: readonly ArgumentCondition[];
};

export type Kind = keyof AskedOf;

/**
 * Everything that a policy may ask of a call, in the order in which it is judged and written. `about`
 * is for the reference of the API; `later`: stored only where it is asked, as older policies lack it.
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
} as const satisfies Record<string, { kind: Kind; about?: string; later?: true }>;

export type ConditionKey = keyof typeof CONDITIONS;

export type KindOf<C extends ConditionKey> = (typeof CONDITIONS)[C]["kind"];

/** The keys of one kind. */
export type KeyOf<K extends Kind> = { [C in ConditionKey]: KindOf<C> extends K ? C : never }[ConditionKey];

type Later = {
  [C in ConditionKey]: (typeof CONDITIONS)[C] extends { later: true } ? C : never;
}[ConditionKey];

type Asked = { [C in ConditionKey]: AskedOf[KindOf<C>] };

/** What a call must be like: everything that is given, and of each list any one. Nothing given: every call. */
export type PolicyMatch = Omit<Asked, Later> & Partial<Pick<Asked, Later>>;
