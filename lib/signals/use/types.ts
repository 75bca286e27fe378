import type { Keyword } from "@/gateway/refusals/types";
import type { OutcomeClass } from "@/lib/calls/types";
import type { Share } from "../attempts/types";

/** How far back a tool's figures go, in days with today as the last (UTC). */
export const USE_DAYS = ["14", "30", "90"] as const;

/** By what a tool's figures are told apart. */
export const USE_BY = ["version", "method", "gateway", "agent", "model"] as const;

export type UseDays = (typeof USE_DAYS)[number];

export type UseBy = (typeof USE_BY)[number];

/** What became of calls and of the attempts they were part of. */
export type UseFigures = {
  calls: number;
  classes: Record<OutcomeClass, number>;
  /** Calls that arrived too late to be told to an attempt. */
  late: number;
  /** Milliseconds that half, and 95 of 100, of the calls did not exceed; right to within a fifth. */
  medianMs: number | null;
  slowMs: number | null;
  /** Attempts that ended and were not turned away; those that worked, and worked at once. */
  groups: number;
  worked: number;
  firstTry: number;
  /** Null where there are too few groups to tell. */
  firstTryShare: Share | null;
  abandonedShare: Share | null;
  turnsPerSuccess: number | null;
  switched: number;
  abandoned: number;
  repairs: number;
  repairsWorked: number;
  repairsSame: number;
};

/** When a version was in force; null where it was always, or still is. */
export type Held = { version: number; from: Date | null; to: Date | null };

/** Figures of one version, method, gateway, agent or model. */
export type UseRow = UseFigures & {
  /** Empty for calls that named none; of a version its number, "0" for calls before the first. */
  name: string;
  /** Of a version: when it held, as instants; null where it still does, or always did. */
  from: Date | null;
  to: Date | null;
};

/** A value that was sent. */
type SentValue = { value: string | null; sent: string; masked: number | null; calls: number };

/** A field that a version of the tool refused for one reason. */
export type HotSpot = {
  version: number;
  spot: string;
  path: string | null;
  keyword: Keyword;
  calls: number;
  sessions: number;
  /** Calls that were tried again, and those of them whose next try worked. */
  retried: number;
  recovered: number;
  values: SentValue[];
  /** What its refusals say would have been taken, as JSON. */
  allowed: string[];
  /** What the schema of this version lists. */
  listed: string[];
};

/** A field that retries left out although the refusal before spoke of others. */
export type LostField = {
  spot: string;
  path: string;
  calls: number;
  sessions: number;
  /** Retries that worked without it. */
  worked: number;
  /** What the refusals before had spoken of. */
  after: string[];
};

/** A tool that was taken instead. */
export type SwitchedTo = { tool: string; groups: number };

/** What happened to a tool: the one place for it. */
export type ToolUse = {
  by: UseBy;
  days: UseDays;
  /** The first day, `2026-11-21`. */
  since: string;
  /** Named in addresses of calls where the gateway has the tool's name more than once. */
  provider: string | undefined;
  total: UseFigures;
  /** When each version held; 0 is before the first. */
  held: Held[];
  rows: UseRow[];
  /** Whether there are more rows than are shown. */
  moreRows: boolean;
  /** Calls of the tool's name that the worker has yet to walk. */
  pending: number;
  spots: HotSpot[];
  /** Whether only the newest refusals were looked at. */
  newestOnly: boolean;
  lost: LostField[];
  switched: SwitchedTo[];
};
