import type { Misfit } from "@/lib/activity/types";

/** The value of `tenant` for the installation's own trail. No tenant's key can start like this. */
export const INSTALLATION = "_installation";

/** The tenant of a row; null for the installation's own trail. */
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
  /** The subject's current name; null if it is deleted or has none. */
  subjectLabel: string | null;
  details: string;
  hash: string;
};

export type ActivityActor = { value: string; kind: string; name: string };

export type ChainCheck = {
  owner: ChainOwner;
  startedBy: string;
  finishedAt: Date | null;
  rows: number;
  rowsTotal: number;
  firstAt: Date | null;
  lastAt: Date | null;
  /** The hash of the last valid row. */
  hash: string;
  problem: { kind: Misfit; seq: string } | null;
};

export type CheckProgress = { rows: number; rowsTotal: number; finished: boolean };
