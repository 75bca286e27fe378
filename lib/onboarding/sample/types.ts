/** What is made, in this order. */
export const PARTS = ["tenants", "gateways", "tools", "calls", "approvals", "feedback", "requests"] as const;
export type Part = (typeof PARTS)[number];

export type SampleState = "loading" | "loaded" | "removing";

/** The sample workspace as a page shows it. */
export type SampleView = {
  state: SampleState;
  /** What is being made or removed; null before the first of it. */
  part: Part | null;
  percent: number;
  /** Rows written or removed so far. */
  rows: number;
  startedBy: string;
  startedAt: Date;
  finishedAt: Date | null;
  /** What went wrong at the last try; it is tried again. */
  error: string | null;
  /** No worker is at work on it. */
  waits: boolean;
  tenants: { key: string; name: string }[];
};

/** What the rows follow from: the same order tells the same story. */
export type SampleOrder = {
  seed: string;
  /** The moment that history leads up to. */
  anchorAt: Date;
  /** Approvals that wait. */
  pending: number;
  /** Calls, about. */
  calls: number;
};

/** Open pages are told of progress at most this often (milliseconds). */
export const TELL_MS = 1_000;

/** What a newcomer gets: enough to fill every page, little enough to load in seconds. */
export const USUAL_SIZE = { pending: 46, calls: 9_000 };

/** Trails are told from memory, a tenant at a time. */
export const SIZE_MAX = { pending: 50_000, calls: 20_000_000 };

/** Names that the sample workspace needs for itself. */
export const SAMPLE_TENANTS = ["sample-fernhill", "sample-halden", "sample-juniper"] as const;
export const SAMPLE_GATEWAYS = ["sample-edge", "sample-platform", "sample-desktop"] as const;

/** Longer than one step of the work lasts; when a process died, another goes on after this. */
export const LEASE_SECONDS = 30;

/** What the trail and open pages call it. */
export const SAMPLE = { kind: "sample", id: "workspace" } as const;
