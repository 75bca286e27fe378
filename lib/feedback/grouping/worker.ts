import { recordActivities } from "@/lib/activity/record";
import { change, read, type Tx } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { log } from "@/lib/core/log";
import { systemScope } from "@/lib/core/scope";
import { type Embedder, remembering } from "@/lib/language/embedder";
import { wakeOn } from "@/lib/live/wait";
import { waitForReports } from "../merges";
import { type Before, deedsOf, refreshMerged, type Stored } from "../triage/commands";
import { leadOn } from "../triage/merge";
import { type Alike, areApart, notePairs } from "../triage/pairs";
import { MERGEABLE } from "../triage/rules";
import { ATTACH_AT, alikeTo, type Likeness, likenesses, SUGGEST_AT } from "./likeness";
import { type Nearby, nextUncompared, type Uncompared } from "./nearby";

const scope = systemScope("feedback");

// A vector takes some milliseconds, so only those with the nearest words get one.
const MEANT_MAX = 60;

const SUGGESTED_MAX = 3;

type Ranked = Likeness & { lead: string; leadState: Nearby["leadState"] };

/**
 * Compares one new issue with the older ones of its tool. Merges it into a clear duplicate that is
 * still open; else stores possible duplicates as suggestions.
 * @returns whether there may be more
 */
export async function runOnce(embed: Embedder | null): Promise<boolean> {
  const found = await read(scope, nextUncompared);
  if (!found) return false;
  const ranked = await rank(found, embed);
  await change(scope, (tx) => settle(tx, found, ranked));
  return true;
}

async function rank({ told, tool, others }: Uncompared, embed: Embedder | null): Promise<Ranked[]> {
  if (!told || others.length === 0) return [];
  const byWords = await likenesses(told, { tool, others: others.map((other) => other.told) }, null);
  const near = others
    .map((other, at) => ({ other, score: byWords[at]?.score ?? 0 }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MEANT_MAX)
    .map(({ other }) => other);
  const texts = { tool, others: near.map((other) => other.told) };
  const alike = await likenesses(told, texts, embed).catch((error: unknown) => {
    log().error({ err: error }, "reports could not be compared by their meaning, only by their words");
    return likenesses(told, texts, null);
  });
  const reports = new Map<string, { leadState: Nearby["leadState"]; alike: Likeness[] }>();
  for (const [at, { lead, leadState }] of near.entries()) {
    const one = alike[at];
    if (one) reports.set(lead, { leadState, alike: [...(reports.get(lead)?.alike ?? []), one] });
  }
  return [...reports].map(([lead, of]) => issueOf(lead, of)).toSorted((a, b) => b.score - a.score);
}

/** An issue with its reports' scores; the words are those in common with the nearest. */
function issueOf(lead: string, of: { leadState: Nearby["leadState"]; alike: readonly Likeness[] }): Ranked {
  const nearest = of.alike.toSorted((a, b) => b.score - a.score)[0];
  const score = alikeTo(of.alike.map((one) => one.score));
  return { lead, leadState: of.leadState, score, shared: nearest?.shared ?? [] };
}

async function settle(tx: Tx, found: Uncompared, ranked: readonly Ranked[]): Promise<void> {
  const { tenantId, id } = found;
  const [top] = ranked;
  const isClear = top && top.score >= ATTACH_AT && found.tool !== null && MERGEABLE.includes(top.leadState);
  if (isClear) await waitForReports(tx, [tenantId], [id]);
  const locked = await lock(tx, tenantId, isClear ? [id, top.lead] : [id]);
  // Of several workers that compared it, only the first continues.
  const isFirst = await tx.$executeRaw`
    update feedback_issues set compared_at = clock_timestamp()
    where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and compared_at is null`;
  if (!isFirst) return;
  const merged = isClear ? await attach(tx, found, { top, locked }) : null;
  const pairOf = (lead: string) => ({ tenantId, issueId: id, otherId: lead });
  const suggested = ranked
    .filter(({ score, lead }) => score >= SUGGEST_AT && !(merged && lead === top?.lead))
    .slice(0, SUGGESTED_MAX)
    .map(({ lead, score, shared }): Alike => ({ pair: pairOf(lead), kind: "suggested", score, shared }));
  const attached: Alike[] =
    merged && top ? [{ pair: pairOf(top.lead), kind: "attached", score: top.score, shared: top.shared }] : [];
  await notePairs(tx, [...attached, ...suggested]);
  if (merged) await recordActivities(tx, scope, deedsOf("issue.merged", merged));
}

async function lock(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Before[]> {
  const rows = await tx.$queryRaw<Stored[]>`
    select to_jsonb(i) as row, i.updated_at as "updatedAt" from feedback_issues i
    where i.tenant_id = ${tenantId}::uuid and i.id = any(${[...ids]}::uuid[]) order by i.id for no key update`;
  return rows.map(({ row, updatedAt }) => ({ ...row, updatedAt }));
}

/** Merges the issue, unless a person changed one of the two since the comparison. */
async function attach(
  tx: Tx,
  { tenantId, id, updatedAt }: Uncompared,
  { top, locked }: { top: Ranked; locked: readonly Before[] },
): Promise<{ before: Before[]; after: Stored[] } | null> {
  const own = locked.find((row) => row.id === id);
  const lead = locked.find((row) => row.id === top.lead);
  if (!own || !lead || own.updatedAt.getTime() !== updatedAt.getTime()) return null;
  if (own.state !== "new" || !MERGEABLE.includes(lead.state)) return null;
  const members = await tx.feedbackIssue.count({ where: { tenantId, mergedInto: id } });
  if (members > 0 || (await areApart(tx, { tenantId, issueId: id, otherId: lead.id }))) return null;
  const before = [own];
  const after = await leadOn(tx, before, { id: lead.id, tenantId });
  await refreshMerged(tx, before, after);
  return { before, after };
}

/** Compares new issues right after the report's response. Without an embedder, by words alone. */
export function grouping(embedder: Embedder | null): Job {
  const embed = embedder && remembering(embedder);
  // Notifications wake it; the interval covers lost ones.
  return {
    name: "grouping",
    ms: 120_000,
    gapMs: 500,
    runOnce: () => runOnce(embed),
    wake: wakeOn("feedback"),
  };
}
