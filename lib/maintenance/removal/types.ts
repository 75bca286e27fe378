/** What has to end before a tenant can be deleted. */
export type Blockers = { pending: number; awaiting: number; executing: number; untold: number };

export type RemovalPreview = {
  blockers: Blockers;
  calls: number;
  approvals: number;
  feedback: number;
  grants: number;
  gateways: number;
  people: number;
};

/** Above it, counts say "more than". */
export const REMOVAL_COUNT_CAP = 100_000;
