import type { DomainError, ErrorCode, FieldError } from "@/lib/core/errors";
import { RATIONALE_MAX } from "@/lib/core/limits";
import { isRationaleUsable, judgeReport, namesOther } from "@/lib/intake/rules";
import type { Admission, IntakeFacts } from "@/lib/intake/types";
import { RATIONALE_PATH } from "../rules";
import type { ToolCallInput } from "../schema";
import { FUTURE_MAX_MS, type Outcome } from "../types";

/** One row as its route identified it. `key` is null when the caller gave neither id nor Idempotency-Key. */
export type Candidate = { index: number; input: ToolCallInput; key: string | null; bodySha256: string };

/** A tenant of the key, as far as rows need it. */
export type RowTenant = Omit<IntakeFacts, "isOffending"> & {
  id: string;
  /** Of the rows' agents, those that left their rationale out and have sent none since; empty for calls that named none. */
  offending: readonly string[];
};

/** Why a row was refused. Pointers start at the row. */
export type Refusal = { code: ErrorCode; message: string; errors: FieldError[] };

/** The refusal of a row for a tenant that is not the key's, whether it exists or not. */
export function foreignTenant(key: string): Refusal {
  const message = `this key may not act for the tenant ${JSON.stringify(key)}`;
  return refusal("FORBIDDEN", "/tenant", message, "one of the key's own tenants");
}

/** The refusal of a row whose id was used with another body. */
export function usedId(): Refusal {
  const message = "this id was used before with another body; the first row is unchanged";
  return refusal("IDEMPOTENCY_CONFLICT", "/id", message, "a new id for a new row");
}

/** What the schema cannot see: whose gateway it is, and the database's time. Null when the row is fine. */
export function refuseRow(input: ToolCallInput, gatewayName: string, now: Date): Refusal | null {
  const found: Refusal[] = [];
  if (namesOther(input.gateway, gatewayName)) {
    const message = `this key belongs to the gateway ${gatewayName}`;
    found.push(refusal("VALIDATION_ERROR", "/gateway", message, gatewayName, "not_yours"));
  }
  if (Date.parse(input.occurredAt) > now.getTime() + FUTURE_MAX_MS) {
    const message = "occurred_at is more than a day in the future; check the machine's clock";
    found.push(refusal("VALIDATION_ERROR", "/occurred_at", message, "at most one day ahead", "too_late"));
  }
  const [first] = found;
  return first ? { ...first, errors: found.flatMap(({ errors }) => errors) } : null;
}

/** Whether a row is taken. One that reports a call which its gateway refused for its rationale always is: that call is known. */
export function judgeRow(input: ToolCallInput, tenant: RowTenant, gatewayName: string): Admission {
  const isOffending = tenant.offending.includes(input.agent ?? "");
  return judgeReport(
    { ...input, isOfRefusal: reportsRefusal(input) },
    { ...tenant, isOffending },
    gatewayName,
  );
}

/** Why a row was refused, as its batch is told. */
export function refusalOf({ code, message, details }: DomainError): Refusal {
  return { code, message, errors: details.errors ?? [] };
}

const REFUSING: ReadonlySet<Outcome> = new Set(["validation_error", "unknown_tool", "blocked"]);

function reportsRefusal({ outcome, validation }: ToolCallInput): boolean {
  return REFUSING.has(outcome) && (validation ?? []).some(({ path }) => path === RATIONALE_PATH);
}

/**
 * The outcome that is stored. A call that its gateway refused for its rationale alone never reached the tool, so it is `blocked`.
 * If the rationale is fine, the tool has a parameter of that name and refused it.
 */
export function storedOutcome({ outcome, rationale, validation }: ToolCallInput): Outcome {
  const isOurs = !isRationaleUsable(rationale ?? null) || (rationale ?? "").length >= RATIONALE_MAX;
  const paths = (validation ?? []).map(({ path }) => path);
  const isAlone = paths.length > 0 && paths.every((path) => path === RATIONALE_PATH);
  return outcome === "validation_error" && isOurs && isAlone ? "blocked" : outcome;
}

function refusal(
  code: ErrorCode,
  pointer: string,
  message: string,
  hint: string,
  memberCode: string = code,
): Refusal {
  return {
    code,
    message: `${pointer}: ${message}. Nothing was stored.`,
    errors: [{ pointer, code: memberCode, message, hint }],
  };
}
