import * as z from "zod";

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
  /** Nobody is at work on it: no worker runs. */
  waits: boolean;
  tenants: { key: string; name: string }[];
};

// Trails are told from memory, a tenant at a time.
const PENDING_MAX = 50_000;
const CALLS_MAX = 20_000_000;

/** How many approvals wait and how many calls there are, about; the usual amount unless said otherwise. */
export const sizeSchema = z.strictObject({
  pending: z.int().min(0).max(PENDING_MAX).optional(),
  audit: z.int().min(0).max(CALLS_MAX).optional(),
});
export type SizeInput = z.output<typeof sizeSchema>;

export const nothingSchema = z.strictObject({});
