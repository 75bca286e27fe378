/** With fewer rationales, groups would be chance. */
export const RATIONALES_MIN = 100;

/** Most frequent templates to group. The others join the nearest group. */
export const GROUPED_MAX = 4_000;

/** Seconds without a heartbeat until another process takes a run. */
export const LEASE_SECONDS = 60;

/** Attempts before a run fails for good. */
export const TRIES_MAX = 3;

type RunState = "waiting" | "running" | "done" | "failed";

export type RunPhase = "vectors" | "groups";

export type ShownRun = {
  id: string;
  state: RunState;
  phase: RunPhase | null;
  done: number;
  total: number;
  askedAt: Date;
  finishedAt: Date | null;
  grouped: number;
  assigned: number;
};

export type HeldRun = {
  id: string;
  tenantId: string;
  holder: string;
  /** Whether a person asked for it. */
  asked: boolean;
};

export const RATIONALE_JUDGES = ["admin", "triager"] as const;
