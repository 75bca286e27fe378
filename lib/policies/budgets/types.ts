/** The window of a budget: the last 60 minutes or 24 hours. */
export const BUDGET_PERIODS = ["hour", "day"] as const;

export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** Each agent, session or requester, or the tenant as a whole, has a separate budget. */
export const BUDGET_SHARES = ["agent", "session", "on_behalf_of", "tenant"] as const;

export type BudgetShare = (typeof BUDGET_SHARES)[number];

/** How many calls that match a policy may run, or the maximum of their sum. */
export type Budget = {
  /** A JSON number, or text if it has more digits than a JavaScript number can hold. */
  atMost: number | string;
  /** JSON pointer of the argument to sum; null: counts calls. */
  of: string | null;
  per: BudgetPeriod;
  each: BudgetShare;
};

/** What a call takes of a budget once it may run. Stored with a pending call. */
export type BudgetShareOfCall = {
  /** Identifies the budget, independent of its limit. */
  key: string;
  /** The agent, session or requester in lower case; empty without one, or for the whole tenant. */
  subject: string;
  amount: string;
  per: BudgetPeriod;
  /** Set if only a lack of room kept its policy from allowing the call: the budget as of then. */
  exceeded?: ExceededBudget;
};

/** A budget without room for a call, so that its policy did not let the call run. */
export type ExceededBudget = BudgetOfCall & { policy: string };

/** A budget at the time of a decision, stored with the call that its policy decided. */
export type BudgetOfCall = Budget & {
  subject: string;
  used: string;
  /** The call's share; null if unknown, so that it fits no budget. */
  amount: string | null;
  /** When there will be room if nothing else runs; null: there is room, or never will be. */
  freesAt: string | null;
};

export type BudgetInUse = BudgetOfCall & { tenant: string };

/** Maximum policies with a budget, so that the list stays readable. */
export const BUDGETS_MAX = 50;

export const BUDGET_CALLS_MAX = 1_000_000;
