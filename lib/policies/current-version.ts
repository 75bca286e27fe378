import "server-only";
import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { currentPolicies } from "./queries";
import { compilePolicies, type PoliciesInForce } from "./rules";

/**
 * Which version of the policies is in force, null when there is none: a value within the statement that judges calls. Each call asks
 * for it, so that what was saved holds for the next call in every process; only its text is kept between calls.
 */
export const POLICIES_IN_FORCE = Prisma.sql`(
  select p.version || ' ' || p.digest from policy_versions p order by p.version desc limit 1)`;

/** A row that was read with `POLICIES_IN_FORCE`. */
export type UnderPolicies = { policiesKey: string | null };

let read: (PoliciesInForce & { key: string }) | null = null;

/**
 * The policies that stand behind the value of `POLICIES_IN_FORCE`, from memory where they were read before.
 * @param key null: there are none
 */
export async function policiesInForce(tx: Tx, key: string | null): Promise<PoliciesInForce | null> {
  if (key === null || read?.key === key) return key === null ? null : read;
  // What was saved since then is as good.
  const newest = await currentPolicies(tx);
  if (!newest) return null;
  const { version, digest, policies } = newest;
  read = { key: `${version} ${digest}`, version, compiled: compilePolicies(policies) };
  return read;
}

/** The version of the policies in force; null while none is switched on. */
export async function findPoliciesVersion(tx: Tx): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ key: string | null }[]>`select ${POLICIES_IN_FORCE} as key`;
  const inForce = await policiesInForce(tx, row?.key ?? null);
  return inForce && inForce.compiled.length > 0 ? inForce.version : null;
}
