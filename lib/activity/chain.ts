import "server-only";
import { createHash } from "node:crypto";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import type { Misfit } from "./types";

/** Content of an audit row, as hashed and exported. */
export type ActivityEntry = {
  tenantId: string;
  seq: bigint;
  at: Date;
  actorKind: string;
  actorId: string | null;
  actorName: string;
  action: string;
  subjectKind: string;
  subjectId: string;
  details: string;
  /** Hash of the previous row in the tenant's chain; GENESIS for the first. */
  previous: string;
};

export const GENESIS = "0".repeat(64);

/**
 * Hex SHA-256 of the canonical JSON of all members, including the previous hash. Changing any byte
 * breaks the chain.
 */
export function activityHash(entry: ActivityEntry): string {
  return createHash("sha256")
    .update(canonicalJson(parseJson(JSON.stringify(wireEntry(entry)))))
    .digest("hex");
}

/** A row's members as they are hashed and exported. */
export function wireEntry(entry: ActivityEntry) {
  return {
    tenant_id: entry.tenantId,
    seq: entry.seq.toString(),
    at: entry.at.toISOString(),
    actor_kind: entry.actorKind,
    actor_id: entry.actorId,
    actor_name: entry.actorName,
    action: entry.action,
    subject_kind: entry.subjectKind,
    subject_id: entry.subjectId,
    details: entry.details,
    previous: entry.previous,
  };
}

/** The last verified row of a chain. */
export type ChainPlace = { seq: bigint; hash: string };

export const CHAIN_START: ChainPlace = { seq: 0n, hash: GENESIS };

/** Why a row cannot follow this place; null if it can. */
export function misfitOf(place: ChainPlace, row: ActivityEntry & { hash: string }): Misfit | null {
  if (row.seq !== place.seq + 1n) return "gap";
  if (row.previous !== place.hash) return "link";
  return activityHash(row) === row.hash ? null : "content";
}
