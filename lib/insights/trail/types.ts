import type { Misfit } from "@/lib/activity/types";

/** The value of `tenant` that names the installation's own trail. No tenant's key can begin like this. */
export const INSTALLATION = "_installation";

/** Whose trail a row is in; null for the installation's own. */
export type ChainOwner = { id: string; key: string; name: string; removed: boolean } | null;

/** One row of the trail. `details` is its canonical JSON text. */
export type ActivityRow = {
  owner: ChainOwner;
  tenantId: string;
  seq: string;
  at: Date;
  actorKind: string;
  actorId: string | null;
  actorName: string;
  action: string;
  subjectKind: string;
  subjectId: string;
  /** What the subject is called now; null when it is gone or has no name. */
  subjectLabel: string | null;
  details: string;
  hash: string;
};

export type ActivityActor = { value: string; kind: string; name: string };

/** The last recomputation of one chain. */
export type ChainCheck = {
  owner: ChainOwner;
  startedBy: string;
  finishedAt: Date | null;
  /** Rows recomputed so far, and how many there were. */
  rows: number;
  rowsTotal: number;
  firstAt: Date | null;
  lastAt: Date | null;
  /** The hash of the last row that fits. */
  hash: string;
  problem: { kind: Misfit; seq: string } | null;
};

/** How far a running check is, over all chains it covers. */
export type CheckProgress = { rows: number; rowsTotal: number; finished: boolean };
