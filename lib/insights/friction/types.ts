export const FRICTION_KINDS = ["tool", "agent", "gateway", "approver"] as const;

export type FrictionKind = (typeof FRICTION_KINDS)[number];

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

export const FRICTION_DAYS = { usual: 30, offered: [7, 30, 90], max: 90 } as const;

/** The newest decisions that figures cover: `all` split between tenants, or `ofTenant` each. */
export const DECISIONS_COUNTED = { all: 20_000, ofTenant: 500 } as const;

/** Maximum rows of the page and of one response, and of a file. */
export const FRICTION_ROWS = { page: 100, file: 5_000 } as const;

/** The cost of ended calls that waited for people: decided or expired. */
export type FrictionFigures = {
  calls: number;
  /** Decided by people; excludes revoked calls, whose row no longer has the first decision. */
  decided: number;
  /** From the request to the decision; null without decisions. */
  medianSeconds: number | null;
  p90Seconds: number | null;
  unread: number;
  edited: number;
  rejected: number;
  sentBack: number;
  /** Expired undecided; null for a person, because it is not attributable. */
  expired: number | null;
  /** The cost of waiting: time from request to approval of calls approved without edits. */
  waitedSeconds: number;
};

/** How long a person viewed calls before approval; `timed` approvals report it. */
type FrictionLooked = { timed: number; glanced: number; medianSeconds: number };

export type FrictionRow = FrictionFigures & {
  /** A tool, an agent, a gateway or a person; null for calls without an agent. */
  name: string | null;
  /** Of a tool: its gateway, and its page if catalogued. */
  gateway: string | null;
  provider: string | null;
  toolId: string | null;
  personId: string | null;
  /** Of an approver's approvals; null if no vote reports it. */
  looked: FrictionLooked | null;
};

/** Parts of a bar by decision time; a bar is a range of UTC days, end exclusive. */
export const PACE_PARTS = ["unread", "minutes", "hour", "longer", "expired"] as const;

export type PacePart = (typeof PACE_PARTS)[number];

export type PaceBucket = { from: string; to: string; parts: Record<PacePart, number> };

export type Friction = {
  by: FrictionKind;
  /** The start of the counted period. Later than requested if there were too many decisions. */
  since: Date;
  until: Date;
  complete: boolean;
  total: FrictionFigures;
  rows: FrictionRow[];
  more: boolean;
  buckets: PaceBucket[];
};
