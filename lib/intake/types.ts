import type { DomainError } from "@/lib/core/errors";
import type { GracePeriod } from "@/lib/tenants/rules";

/** What every report says of itself, whatever it reports. */
export type Report = {
  /** The gateway that it names, if it names one. */
  gateway?: string;
  rationale?: string;
  /** It tells of a call that its gateway refused for its rationale, so it is taken without one. */
  isOfRefusal?: boolean;
};

/** What a report is judged by, as the database says. */
export type IntakeFacts = {
  /** When the tenant's first report came; null before it. */
  firstRowAt: Date | null;
  graceDays: number;
  now: Date;
  /** Whether its caller left its rationale out and has sent none since. */
  isOffending: boolean;
};

/** The message stands in the answer, for whoever wrote the caller. */
export type RationaleWarning = { code: "RATIONALE_MISSING"; message: string };

/** What is answered of how a report was taken: a warning, with the period that ends its being taken. */
export type Taken = { warning: RationaleWarning | null; grace: GracePeriod | null };

/** Nothing to say of it. */
export const TAKEN: Taken = { warning: null, grace: null };

/** Members of a report that a retry of it may have otherwise. */
export const RETRY_MAY_DIFFER = ["occurred_at"];

/** Whether a report is taken, and what it leaves beside its row. */
export type Admission = {
  warning: RationaleWarning | null;
  /** The tenant's, whether it is over or not. */
  grace: GracePeriod;
  /** Why it is not taken; null: it is. */
  refusal: DomainError | null;
  /** It is the tenant's first. */
  isFirst: boolean;
  /**
   * What is noted of its caller: it left its rationale out, was refused for that, or sent one after it had left one out.
   */
  caller: "offends" | "refused" | "complies" | null;
};
