/** Fewer rationales than this are not grouped: groups of so few would be chance. */
export const RATIONALES_MIN = 100;

/** Templates that are grouped, the heaviest; the others are put to the nearest group. */
export const GROUPED_MAX = 4_000;

/** How long a run without a beat is left alone before another process takes it up. */
export const LEASE_SECONDS = 60;

/** How often a run is begun before it is given up. */
export const TRIES_MAX = 3;

type RunState = "waiting" | "running" | "done" | "failed";

/** What a run is at: making vectors of templates that have none, or grouping. */
export type RunPhase = "vectors" | "groups";

/** A run as people see it. */
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

/** A run that this process holds. */
export type HeldRun = { id: string; tenantId: string; holder: string };

/** Who may have rationales grouped anew, and say of them whether they mean anything. */
export const RATIONALE_JUDGES = ["admin", "triager"] as const;
