import { DAY_MS } from "@/lib/core/durations";
import { type ClassChoice, OUTCOMES, type Outcome, type OutcomeClass } from "./types";

const CLASS_OF: Record<Outcome, OutcomeClass> = {
  ok: "ok",
  empty_result: "ok",
  validation_error: "caller",
  unknown_tool: "caller",
  missing_precondition: "caller",
  not_found: "caller",
  state_conflict: "caller",
  execution_error: "tool",
  contract_violation: "tool",
  wrong_tool_boundary: "boundary",
  low_utility: "boundary",
  approval_pending: "governance",
  denied: "governance",
  expired: "governance",
  blocked: "governance",
  unauthorized: "governance",
  timeout: "extrinsic",
  upstream_error: "extrinsic",
  rate_limited: "extrinsic",
};

/** What an outcome speaks against: the tool's definition (caller), its reliability (tool), its boundary, or none of these. */
export function outcomeClass(outcome: Outcome): OutcomeClass {
  return CLASS_OF[outcome];
}

/** Classes that speak of something that went wrong; governance is the gate doing its work. */
const FAILED: ReadonlySet<OutcomeClass> = new Set(["caller", "tool", "boundary", "extrinsic"]);

/** Whether a call of this outcome went wrong. */
export function isFailure(outcome: Outcome): boolean {
  return FAILED.has(outcomeClass(outcome));
}

/** The outcomes of a choice of classes. */
export function outcomesOf(choice: ClassChoice): Outcome[] {
  return OUTCOMES.filter((outcome) =>
    choice === "failed" ? isFailure(outcome) : outcomeClass(outcome) === choice,
  );
}

/** Outcomes of calls that waited for a person, or wait. A call that names its approval waited too, whatever became of it. */
export const HELD_OUTCOMES = ["approval_pending", "denied", "expired"] as const satisfies readonly Outcome[];

// What is asked for may be no id of ours; later times cannot be written in four digits of a year.
const LAST_RECEIVED_MS = Date.UTC(9999, 0, 1);

/** When a call of this id (a UUIDv7, made on arrival) probably happened: within the two days before, or a day of clock error after. */
export function receivedAround(id: string): { since: Date; until: Date } {
  const received = Math.min(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16), LAST_RECEIVED_MS);
  return { since: new Date(received - 2 * DAY_MS), until: new Date(received + DAY_MS) };
}

/** Where a gateway says that it refused a call for its rationale. */
export const RATIONALE_PATH = "/rationale";

/** Orders texts by their signs, the same on every machine. */
export const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Any item of a list, in the path of a hot-spot. */
export const ANY_ITEM = "*";

/** The place of an argument as the rules of definitions name it: with `[]` for items, `tests[].priority`. */
export function fieldAt(keys: readonly (string | number)[]): string {
  return keys.reduce<string>((field, key) => {
    if (typeof key === "number" || key === ANY_ITEM) return `${field}[]`;
    return field === "" ? key : `${field}.${key}`;
  }, "");
}
