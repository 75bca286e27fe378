import type { DomainError, ErrorCode, FieldError } from "@/lib/core/errors";
import { RATIONALE_MAX } from "@/lib/core/limits";
import { isRationaleUsable, judgeReport, namesOther } from "@/lib/intake/rules";
import type { Admission, IntakeFacts } from "@/lib/intake/types";
import { RATIONALE_PATH } from "../rules";
import type { ToolCallInput } from "../schema";
import { FUTURE_MAX_MS, type Outcome } from "../types";

/** One row with its identity. `key` is null without id and Idempotency-Key. */
export type Candidate = { index: number; input: ToolCallInput; key: string | null; bodySha256: string };

export type RowTenant = Omit<IntakeFacts, "isOffending"> & {
  id: string;
  /** Agents in the rows that last sent no rationale; the empty text means no agent. */
  offending: readonly string[];
};

/** Why a row was refused. Pointers start at the row. */
export type Refusal = { code: ErrorCode; message: string; errors: FieldError[] };

/** The refusal for a foreign tenant, the same whether it exists or not. */
export function foreignTenant(key: string): Refusal {
  const message = `this key may not act for the tenant ${JSON.stringify(key)}`;
  return refusal("FORBIDDEN", "/tenant", message, "one of the key's own tenants");
}

/** The refusal of a row whose id was used with another body. */
export function usedId(): Refusal {
  const message = "this id was used before with another body; the first row is unchanged";
  return refusal("IDEMPOTENCY_CONFLICT", "/id", message, "a new id for a new row");
}

/** Checks that need the gateway's name or the database's time. Null: accepted. */
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

/** A report of a call that its gateway refused for its rationale is always taken. */
export function judgeRow(input: ToolCallInput, tenant: RowTenant, gatewayName: string): Admission {
  const isOffending = tenant.offending.includes(input.agent ?? "");
  return judgeReport(
    { ...input, isOfRefusal: reportsRefusal(input) },
    { ...tenant, isOffending },
    gatewayName,
  );
}

export function refusalOf({ code, message, details }: DomainError): Refusal {
  return { code, message, errors: details.errors ?? [] };
}

const REFUSING: ReadonlySet<Outcome> = new Set(["validation_error", "unknown_tool", "blocked"]);

function reportsRefusal({ outcome, validation }: ToolCallInput): boolean {
  return REFUSING.has(outcome) && (validation ?? []).some(({ path }) => path === RATIONALE_PATH);
}

/**
 * The outcome to store. A call that its gateway refused only for its rationale never reached the
 * tool, so it is `blocked`. With a valid rationale, the tool refused its own parameter of that
 * name.
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
