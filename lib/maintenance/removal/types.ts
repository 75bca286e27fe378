/** What has to end before a tenant can be deleted. */
export type Blockers = { pending: number; awaiting: number; executing: number; untold: number };

/** What goes with a tenant; counts stop at `REMOVAL_COUNT_CAP`. */
export type RemovalPreview = {
  blockers: Blockers;
  calls: number;
  approvals: number;
  feedback: number;
  /** Of the approved calls that have not started, those that wait for their agent to repeat them. */
  grants: number;
  gateways: number;
  people: number;
};

/** Beyond it, counts say "more than". */
export const REMOVAL_COUNT_CAP = 100_000;
