import type { Keyword } from "@/gateway/refusals/types";
import type { OutcomeClass } from "@/lib/calls/types";
import type { Share } from "../attempts/types";

/** Windows in days, including today (UTC). */
export const USE_DAYS = ["14", "30", "90"] as const;

export const USE_BY = ["version", "method", "gateway", "agent", "model"] as const;

export type UseDays = (typeof USE_DAYS)[number];

export type UseBy = (typeof USE_BY)[number];

export type UseFigures = {
  calls: number;
  classes: Record<OutcomeClass, number>;
  /** Calls that arrived too late for an attempt. */
  late: number;
  /** Median and 95th percentile in milliseconds, accurate to a fifth. */
  medianMs: number | null;
  slowMs: number | null;
  /** Ended attempts without boundary ends, those that worked, and those whose first call worked. */
  groups: number;
  worked: number;
  firstTry: number;
  /** Null with too few attempts. */
  firstTryShare: Share | null;
  abandonedShare: Share | null;
  turnsPerSuccess: number | null;
  switched: number;
  abandoned: number;
  repairs: number;
  repairsWorked: number;
  repairsSame: number;
};

export type Held = { version: number; from: Date | null; to: Date | null };

export type UseRow = UseFigures & {
  /** Empty for calls without one. For a version its number, "0" for calls before the first. */
  name: string;
  /** For a version: its period; null if it has no start, or no end yet. */
  from: Date | null;
  to: Date | null;
};

type SentValue = { value: string | null; sent: string; masked: number | null; calls: number };

export type HotSpot = {
  version: number;
  spot: string;
  path: string | null;
  keyword: Keyword;
  calls: number;
  sessions: number;
  retried: number;
  recovered: number;
  values: SentValue[];
  /** Values that the errors offer instead, as JSON. */
  allowed: string[];
  /** Values that the schema of this version lists. */
  listed: string[];
};

export type LostField = {
  spot: string;
  path: string;
  calls: number;
  sessions: number;
  worked: number;
  /** Fields that the errors were about. */
  after: string[];
};

export type SwitchedTo = { tool: string; groups: number };

export type ToolUse = {
  by: UseBy;
  days: UseDays;
  since: string;
  /** Used in links to calls if the gateway has the tool's name more than once. */
  provider: string | undefined;
  total: UseFigures;
  /** Periods of versions; 0 is before the first. */
  held: Held[];
  rows: UseRow[];
  moreRows: boolean;
  /** Calls of the tool's name that the worker has not walked yet. */
  pending: number;
  spots: HotSpot[];
  /** Whether only the newest refusals were read. */
  newestOnly: boolean;
  lost: LostField[];
  switched: SwitchedTo[];
};
