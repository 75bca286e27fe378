import { recordActivity } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import { NO_TENANT, type Scope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import type { Prisma } from "@/lib/generated/prisma/client";
import { announce } from "@/lib/live/announce";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { currentPolicies } from "./queries";
import {
  POLICIES_BYTES_MAX,
  POLICY_VERSIONS_KEPT,
  type Policy,
  type PolicyChanges,
  type PolicyVersion,
  type SavedPolicies,
  type SavePolicies,
} from "./types";

const LOCK = "countersign:policies";

/**
 * The policies by which every call is judged from now on, as a version of their own; the same as those in force make none. Calls
 * that wait keep the requirements they were held with.
 * @throws DomainError FORBIDDEN, STALE_VIEW when another person saved meanwhile, VALIDATION_ERROR when they are too large
 */
export function savePolicies(scope: Scope, { policies, seen }: SavePolicies): Promise<SavedPolicies> {
  assertMayAdministerAll(scope, "save policies for every tenant");
  const text = JSON.stringify(policies);
  if (Buffer.byteLength(text) > POLICIES_BYTES_MAX)
    throw invalid(
      "/policies",
      "too_large",
      "The policies together are larger than 1 MiB. Nothing was saved.",
    );
  return change(scope, async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`;
    const before = await currentPolicies(tx);
    if ((before?.version ?? null) !== seen) throw savedMeanwhile(before);
    const changes = policyChanges(before?.policies ?? [], policies);
    const digest = sha256(text);
    if (before?.digest === digest) return { version: before.version, unchanged: true, ...changes };
    const version = (before?.version ?? 0) + 1;
    await storeVersion(tx, { version, policies, digest, savedBy: scope.actor.name });
    const about = { kind: "policies", tenantId: NO_TENANT, id: String(version) };
    await recordActivity(tx, scope, "policies.saved", about, {
      version,
      policies: policies.length,
      ...changes,
    });
    return { version, unchanged: false, ...changes };
  });
}

async function storeVersion(tx: Tx, { policies, ...row }: Omit<PolicyVersion, "savedAt">): Promise<void> {
  const stored = policies as unknown as Prisma.InputJsonValue;
  await tx.policyVersion.create({ data: { ...row, policies: stored } });
  await tx.policyVersion.deleteMany({ where: { version: { lte: row.version - POLICY_VERSIONS_KEPT } } });
  await announce(tx, "policy", NO_TENANT, NO_TENANT);
}

/** Which policies are new, gone or other than they were, by name, and whether those that stay follow one another as before. */
export function policyChanges(before: readonly Policy[], after: readonly Policy[]): PolicyChanges {
  const texts = new Map(before.map((policy) => [policy.name, JSON.stringify(policy)]));
  const names = new Set(after.map(({ name }) => name));
  const kept = after.filter(({ name }) => texts.has(name)).map(({ name }) => name);
  const order = before.map(({ name }) => name).filter((name) => names.has(name));
  return {
    added: after.filter(({ name }) => !texts.has(name)).map(({ name }) => name),
    removed: before.filter(({ name }) => !names.has(name)).map(({ name }) => name),
    changed: after
      .filter((policy) => texts.has(policy.name) && texts.get(policy.name) !== JSON.stringify(policy))
      .map(({ name }) => name),
    reordered: kept.join("\n") !== order.join("\n"),
  };
}

function savedMeanwhile(present: PolicyVersion | null): DomainError {
  return new DomainError(
    "STALE_VIEW",
    present
      ? `Version ${present.version}, which ${present.savedBy} saved, is in force. Yours were made from another one and were not saved; read them again.`
      : "There are no policies yet, so there is no version to save over. Nothing was saved; read them again.",
  );
}
