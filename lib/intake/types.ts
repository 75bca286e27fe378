import type { DomainError } from "@/lib/core/errors";
import type { GracePeriod } from "@/lib/tenants/rules";

export type Report = {
  gateway?: string;
  rationale?: string;
  /** It reports a call that its gateway refused for its rationale, so it needs none. */
  isOfRefusal?: boolean;
};

export type IntakeFacts = {
  /** When the tenant's first report came; null before it. */
  firstRowAt: Date | null;
  graceDays: number;
  now: Date;
  /** Whether its caller last sent no rationale. */
  isOffending: boolean;
};

/** The message in the response, for the caller's developer. */
export type RationaleWarning = { code: "RATIONALE_MISSING"; message: string };

/** How a report was taken, for the response: a warning, with the end of the grace period. */
export type Taken = { warning: RationaleWarning | null; grace: GracePeriod | null };

export const TAKEN: Taken = { warning: null, grace: null };

/** Members of a report that may differ in a retry. */
export const RETRY_MAY_DIFFER = ["occurred_at"];

export type Admission = {
  warning: RationaleWarning | null;
  /** The tenant's, even if it is over. */
  grace: GracePeriod;
  /** Why it is refused; null: accepted. */
  refusal: DomainError | null;
  isFirst: boolean;
  /** The caller's record: sent no rationale, was refused for that, or sent one again. */
  caller: "offends" | "refused" | "complies" | null;
};
