import { LINT_EDITION } from "@/gateway/lint/finding";
import type { Tx } from "@/lib/core/db";
import { serializeJson } from "@/lib/core/json/raw";
import { countFindings } from "./catalogue/rules";
import type { FindingCounts } from "./catalogue/types";
import { muteKey } from "./findings/rules";
import type { LintedTool } from "./findings/types";
import { lintStored } from "./lint-results";

type Counted = FindingCounts & { id: string; version: number };

/** Recounts findings of the newest definitions of these tools, without muted ones. */
export async function recount(tx: Tx, toolIds: readonly string[]): Promise<void> {
  await storeCounts(tx, (await lintStored(tx, toolIds)).map(countsOf));
}

export function countsOf({ id, version, found, mutes }: LintedTool): Counted {
  return { id, version, ...countFindings(found.filter((finding) => !mutes.has(muteKey(finding)))) };
}

/**
 * Stores counts with the definitions and the edition of the rules, so that lists can filter by
 * them.
 */
export async function storeCounts(tx: Tx, counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return;
  await tx.$executeRaw`
    update tool_versions v set warnings = r.warnings, remarks = r.remarks, lint_edition = ${LINT_EDITION}::int
    from json_to_recordset(${serializeJson(counted)}::json) as r(id uuid, version int, warnings int, remarks int)
    where v.tool_id = r.id and v.version = r.version
      and (v.warnings, v.remarks, v.lint_edition) is distinct from (r.warnings, r.remarks, ${LINT_EDITION}::int)`;
}

// Definitions that one transaction counts: half a second of work.
export const RECOUNTED_MAX = 500;

/**
 * Counts the tools of a provider again, because a new cheatsheet changes what is found. The worker
 * counts those beyond the limit.
 */
export async function recountProvider(tx: Tx, provider: string, gatewayId: string | null): Promise<void> {
  const due = await tx.$queryRaw<{ id: string }[]>`
    update tool_versions v set lint_edition = null from tools t
    where t.provider = ${provider} and (${gatewayId}::uuid is null or t.gateway_id = ${gatewayId}::uuid)
      and v.tool_id = t.id and v.version = t.version
    returning t.id`;
  const ids = due.slice(0, RECOUNTED_MAX).map(({ id }) => id);
  if (ids.length > 0) await recount(tx, ids);
}
