/** How far back a budget counts: the last 60 minutes, or the last 24 hours. */
export const BUDGET_PERIODS = ["hour", "day"] as const;

export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** Who has a budget of their own within a tenant: each agent, each person that calls are made for, or the tenant as a whole. */
export const BUDGET_SHARES = ["agent", "on_behalf_of", "tenant"] as const;

export type BudgetShare = (typeof BUDGET_SHARES)[number];

/** How many calls that fit a policy may run, or how much they may add up to. */
export type Budget = {
  /** A number as JSON writes it, or as text where it has more digits than a number here can hold. */
  atMost: number | string;
  /** The argument whose numbers are added up, as a JSON pointer; null: calls are counted. */
  of: string | null;
  per: BudgetPeriod;
  each: BudgetShare;
};

/** What a call takes of a budget as soon as it may run. Kept with a call that waits. */
export type BudgetShareOfCall = {
  /** Stands for the budget, whatever it is changed to hold. */
  key: string;
  /** The agent or the person, in lower case; empty for a call that names none, and where the tenant has one budget. */
  subject: string;
  amount: string;
  per: BudgetPeriod;
  /** Where its policy would have let the call run and there was no room: the budget as it was then. For people to read. */
  exceeded?: ExceededBudget;
};

/** A budget that had no room for a call, so that its policy did not let the call run. */
export type ExceededBudget = BudgetOfCall & { policy: string };

/** A budget as it was when a call was judged by it. Kept with the call that its policy decided. */
export type BudgetOfCall = Budget & {
  subject: string;
  /** What had run before. */
  used: string;
  /** What the call would take; null where that cannot be told, so that it fits into no budget. */
  amount: string | null;
  /** When there is room for it again if nothing else runs; null: there is room, or never will be. */
  freesAt: string | null;
};

/** A budget that was used lately, and how much of it is used now. */
export type BudgetInUse = BudgetOfCall & { tenant: string };

/** More policies with a budget than this in one list would be read by nobody. */
export const BUDGETS_MAX = 50;

export const BUDGET_CALLS_MAX = 1_000_000;
