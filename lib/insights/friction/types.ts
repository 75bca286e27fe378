/** By what the cost of deciding is told. */
export const FRICTION_KINDS = ["tool", "agent", "gateway", "approver"] as const;

export type FrictionKind = (typeof FRICTION_KINDS)[number];

/** What the rows are ordered by, the most first. */
export const FRICTION_SORTS = [
  "calls",
  "median",
  "p90",
  "unread",
  "edited",
  "rejected",
  "sent_back",
  "expired",
  "waited",
] as const;

export type FrictionSort = (typeof FRICTION_SORTS)[number];

/** How far back decisions are looked at. */
export const FRICTION_DAYS = { usual: 30, offered: [7, 30, 90], max: 90 } as const;

/** The newest decisions that figures are made of, of all tenants together; fewer where there are more tenants, but never under this. */
export const DECISIONS_COUNTED = { all: 20_000, ofTenant: 500 } as const;

/** Rows of the page and of one answer, and of a file. */
export const FRICTION_ROWS = { page: 100, file: 5_000 } as const;

/** What calls that waited for people cost, of those that ended: decided, or undecided in time. */
export type FrictionFigures = {
  calls: number;
  /** Of these, those that people decided; not the revoked ones, whose first decision no longer stands in the row. */
  decided: number;
  /** From the asking to the decision; null where nobody decided. */
  medianSeconds: number | null;
  p90Seconds: number | null;
  /** Decided within UNREAD_SECONDS. */
  unread: number;
  edited: number;
  rejected: number;
  /** Changes were requested. */
  sentBack: number;
  /** Undecided in time; null for a person, whose it is no more than another's. */
  expired: number | null;
  /** What waiting cost: the time from asking to approval of calls that were approved as they were sent. */
  waitedSeconds: number;
};

/** For how long a person had calls on the screen before they approved them: `timed` of their approvals say so. */
type FrictionLooked = { timed: number; glanced: number; medianSeconds: number };

export type FrictionRow = FrictionFigures & {
  /** A tool, an agent, a gateway or a person; null where a call named no agent. */
  name: string | null;
  /** Of a tool: whose it is, and its page where the catalogue has it. */
  gateway: string | null;
  provider: string | null;
  toolId: string | null;
  /** Of an approver. */
  personId: string | null;
  /** Of an approver's yes; null where no vote says so. */
  looked: FrictionLooked | null;
};

/** How soon calls were decided that ended from one day on until before another (UTC). */
export const PACE_PARTS = ["unread", "minutes", "hour", "longer", "expired"] as const;

export type PacePart = (typeof PACE_PARTS)[number];

export type PaceBucket = { from: string; to: string; parts: Record<PacePart, number> };

export type Friction = {
  by: FrictionKind;
  /** The first moment that counts. Later than asked for where there were more decisions than are counted. */
  since: Date;
  until: Date;
  complete: boolean;
  total: FrictionFigures;
  rows: FrictionRow[];
  /** There are more rows than these. */
  more: boolean;
  buckets: PaceBucket[];
};
