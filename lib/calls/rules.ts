import * as z from "zod";
import { DAY_MS } from "@/lib/core/durations";
import { invalid } from "@/lib/core/errors";
import { RATIONALE_MIN } from "@/lib/core/limits";
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

/** Where a page of calls ended. */
export type CallPlace = { occurredAt: Date; id: string };

const place = z.tuple([z.int(), z.uuid()]);

/** An opaque cursor. */
export function callCursor({ occurredAt, id }: CallPlace): string {
  return Buffer.from(JSON.stringify([occurredAt.getTime(), id])).toString("base64url");
}

/** @throws DomainError VALIDATION_ERROR when the cursor is not one of ours */
export function callPlace(cursor: string): CallPlace {
  try {
    const [at, id] = place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { occurredAt: new Date(z.int().min(0).max(8.64e15).parse(at)), id };
  } catch {
    throw invalid(
      "/cursor",
      "invalid",
      "cursor is not one this list gave out. Start again without it.",
      "next_cursor of the page before",
    );
  }
}

/** When a call of this id (a UUIDv7, made on arrival) probably happened: within the two days before, or a day of clock error after. */
export function receivedAround(id: string): { since: Date; until: Date } {
  const received = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
  return { since: new Date(received - 2 * DAY_MS), until: new Date(received + DAY_MS) };
}

/** Whether a rationale says anything: the same rule by which rows without one are counted. */
export function isRationaleUsable(rationale: string | null): boolean {
  return rationale !== null && rationale.trim().length >= RATIONALE_MIN;
}
