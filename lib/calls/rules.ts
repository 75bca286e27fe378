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

/** The definition (caller), the reliability (tool), the boundary, or none of these. */
export function outcomeClass(outcome: Outcome): OutcomeClass {
  return CLASS_OF[outcome];
}

/** Failure classes; governance is normal work of the gate. */
const FAILED: ReadonlySet<OutcomeClass> = new Set(["caller", "tool", "boundary", "extrinsic"]);

export function isFailure(outcome: Outcome): boolean {
  return FAILED.has(outcomeClass(outcome));
}

export function outcomesOf(choice: ClassChoice): Outcome[] {
  return OUTCOMES.filter((outcome) =>
    choice === "failed" ? isFailure(outcome) : outcomeClass(outcome) === choice,
  );
}

/** Calls that waited or wait. A call that names its approval also waited, in any case. */
export const HELD_OUTCOMES = ["approval_pending", "denied", "expired"] as const satisfies readonly Outcome[];

// A requested id may not be ours; a later year has more than four digits.
const LAST_RECEIVED_MS = Date.UTC(9999, 0, 1);

/** When a call probably happened, by its UUIDv7 from arrival: two days before to one after. */
export function receivedAround(id: string): { since: Date; until: Date } {
  const received = Math.min(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16), LAST_RECEIVED_MS);
  return { since: new Date(received - 2 * DAY_MS), until: new Date(received + DAY_MS) };
}

/** The path at which a gateway reports a refusal for the rationale. */
export const RATIONALE_PATH = "/rationale";

/** Compares texts by code units, the same on every machine. */
export const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const ANY_ITEM = "*";

/** The place of an argument as definition rules write it: `[]` for items, `tests[].priority`. */
export function fieldAt(keys: readonly (string | number)[]): string {
  return keys.reduce<string>((field, key) => {
    if (typeof key === "number" || key === ANY_ITEM) return `${field}[]`;
    return field === "" ? key : `${field}.${key}`;
  }, "");
}
