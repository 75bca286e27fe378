export const PARTS = ["tenants", "gateways", "tools", "calls", "approvals", "feedback", "requests"] as const;
export type Part = (typeof PARTS)[number];

export type SampleState = "loading" | "loaded" | "removing";

export type SampleView = {
  state: SampleState;
  part: Part | null;
  percent: number;
  rows: number;
  startedBy: string;
  startedAt: Date;
  finishedAt: Date | null;
  /** Error of the last try; it is retried. */
  error: string | null;
  /** No worker is processing it. */
  waits: boolean;
  tenants: { key: string; name: string }[];
};

/** Input of the sample; the same order gives the same rows. */
export type SampleOrder = {
  seed: string;
  /** End of the made-up history. */
  anchorAt: Date;
  pending: number;
  calls: number;
};

/** Minimum milliseconds between progress notifications to open pages. */
export const TELL_MS = 1_000;

/** The default size: fills every page, loads in seconds. */
export const USUAL_SIZE = { pending: 46, calls: 9_000 };

/** Limits, because trails are built in memory, one tenant at a time. */
export const SIZE_MAX = { pending: 50_000, calls: 20_000_000 };

export const SAMPLE_TENANTS = ["sample-fernhill", "sample-halden", "sample-juniper"] as const;
export const SAMPLE_GATEWAYS = ["sample-edge", "sample-platform", "sample-desktop"] as const;

/** Longer than one step. After a crash another process continues after this. */
export const LEASE_SECONDS = 30;

/** Its name in the trail and on open pages. */
export const SAMPLE = { kind: "sample", id: "workspace" } as const;
