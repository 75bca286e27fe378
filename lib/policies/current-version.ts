import "server-only";
import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { currentPolicies } from "./queries";
import { compilePolicies, type PoliciesInForce } from "./rules";

/**
 * SQL value for statements that judge calls: the version in force, or null. Every call reads it, so
 * that a save applies to the next call in every process; only the parsed policies are cached.
 */
export const POLICIES_IN_FORCE = Prisma.sql`(
  select p.version || ' ' || p.digest from policy_versions p order by p.version desc limit 1)`;

export type UnderPolicies = { policiesKey: string | null };

let read: (PoliciesInForce & { key: string }) | null = null;

/**
 * The policies for a value of `POLICIES_IN_FORCE`, cached.
 * @param key null: there are none
 */
export async function policiesInForce(tx: Tx, key: string | null): Promise<PoliciesInForce | null> {
  if (key === null || read?.key === key) return key === null ? null : read;
  // A newer version is fine too.
  const newest = await currentPolicies(tx);
  if (!newest) return null;
  const { version, digest, policies } = newest;
  read = { key: `${version} ${digest}`, version, compiled: compilePolicies(policies) };
  return read;
}

/** The version in force; null while no policy is on. */
export async function findPoliciesVersion(tx: Tx): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ key: string | null }[]>`select ${POLICIES_IN_FORCE} as key`;
  const inForce = await policiesInForce(tx, row?.key ?? null);
  return inForce && inForce.compiled.length > 0 ? inForce.version : null;
}
