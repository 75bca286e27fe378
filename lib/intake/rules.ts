import { checkAll, DomainError, invalid } from "@/lib/core/errors";
import { RATIONALE_MIN } from "@/lib/core/limits";
import { seenText } from "@/lib/core/text/blank";
import { gracePeriod, isInGrace } from "@/lib/tenants/rules";
import type { Admission, IntakeFacts, RationaleWarning, Report } from "./types";

/**
 * Whether a report is taken, and its side effects. Never throws for the report's contents.
 * @param gateway the name of the gateway whose key sent it
 * @param checks further checks; each throws a `VALIDATION_ERROR`, and a refusal lists all
 */
export function judgeReport(
  report: Report,
  { firstRowAt, graceDays, now, isOffending }: IntakeFacts,
  gateway: string,
  ...checks: (() => unknown)[]
): Admission {
  const { rationale, isOfRefusal = false } = report;
  const inGrace = isInGrace(firstRowAt, graceDays, now);
  const grace = gracePeriod(firstRowAt ?? now, graceDays);
  const missing = !isRationaleUsable(rationale);
  const complies = isOffending && !missing && !isOfRefusal;
  const offence = inGrace && !isOfRefusal ? "offends" : "refused";
  const caller = missing ? offence : complies ? "complies" : null;
  try {
    const [warning] = checkAll(
      () => (isOfRefusal && !inGrace ? null : judgeRationale(rationale, inGrace)),
      () => assertOwnGateway(report.gateway, gateway),
      ...checks,
    );
    return { refusal: null, warning, grace, isFirst: firstRowAt === null, caller };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refusal: error, warning: null, grace, isFirst: false, caller };
  }
}

/** Whether a report names a gateway other than that of its key. */
export function namesOther(named: string | undefined, own: string): boolean {
  return named !== undefined && named !== own;
}

function assertOwnGateway(named: string | undefined, own: string): void {
  if (!namesOther(named, own)) return;
  throw invalid("/gateway", "not_yours", `This key belongs to the gateway ${own}. Nothing was stored.`, own);
}

export function isRationaleUsable(rationale: string | null | undefined): boolean {
  return typeof rationale === "string" && seenText(rationale).length >= RATIONALE_MIN;
}

/**
 * The rationale rule: 10 to 500 visible characters; in the grace period, a missing or short one
 * only gives a warning.
 * @throws DomainError VALIDATION_ERROR after the grace period
 */
export function judgeRationale(
  rationale: string | null | undefined,
  inGrace: boolean,
): RationaleWarning | null {
  if (isRationaleUsable(rationale)) return null;
  const message = `rationale must be ${RATIONALE_MIN} to 500 characters: one sentence on why the call is made`;
  if (inGrace)
    return {
      code: "RATIONALE_MISSING",
      message: `${message}; it will be required when the grace period ends`,
    };
  const code = typeof rationale === "string" ? "too_small" : "required";
  throw new DomainError("VALIDATION_ERROR", `/rationale: ${message}. Nothing was stored.`, {
    errors: [{ pointer: "/rationale", code, message, hint: "10 to 500 characters" }],
  });
}
