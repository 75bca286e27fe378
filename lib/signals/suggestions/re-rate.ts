import { recordActivities } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { assertMayAdminister } from "@/lib/tenants/rules";
import { rateToolsIn } from "@/lib/tools/commands";
import { type RatedRow, ratedTool, standingOf } from "@/lib/tools/queries";
import type { Standing } from "@/lib/tools/rating";
import { judgeSuggestionIn } from "./commands";
import { isAsShown, reRatingOf } from "./re-rating";
import type { RateAsSuggested, TakeBackRating } from "./schema";
import type { Judged, RatedAsSuggested } from "./types";

// Accepts a suggestion and applies its rating in one step. Waiting calls keep their risk.

/**
 * Accepts a suggestion and applies its rating for its tenant, in one transaction.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT if it is accepted already, STALE_VIEW if the
 * suggestion, its figures or the tool's rating changed since the person saw them
 */
export async function rateAsSuggested(scope: UserScope, input: RateAsSuggested): Promise<RatedAsSuggested> {
  assertMayAdminister(scope, "rate tools");
  const { id, revision, ...shown } = input;
  return change(scope, async (tx) => {
    const { after, deed } = await judgeSuggestionIn(tx, scope, { id, revision, state: "accepted" });
    const { tenantId, toolId, evidence } = after;
    const standing = after.goneAt === null ? await lockedStanding(tx, toolId, tenantId) : null;
    const present = standing && reRatingOf(evidence, standing);
    if (!present || !isAsShown(present, shown)) throw otherwiseMeanwhile();
    const { to, seen } = present;
    const { rated, deeds } = await rateToolsIn(tx, scope, { tenantId, changes: [{ toolId, to, seen }] });
    if (rated[0]?.outcome !== "rated") throw otherwiseMeanwhile();
    await recordActivities(tx, scope, [deed, ...deeds]);
    return { id, state: after.state, revision: after.revision, was: rated[0].was };
  });
}

/**
 * Undoes it in one transaction: the suggestion is open again, and the previous override applies
 * again.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT if it is open already, STALE_VIEW if anyone
 * acted on either since
 */
export async function takeBackRating(scope: UserScope, input: TakeBackRating): Promise<Judged> {
  assertMayAdminister(scope, "rate tools");
  const { id, revision, to, seen, version } = input;
  return change(scope, async (tx) => {
    const { after, deed } = await judgeSuggestionIn(tx, scope, { id, revision, state: "open" });
    const { tenantId, toolId } = after;
    const changes = [{ toolId, to, seen, version }];
    const { rated, deeds } = await rateToolsIn(tx, scope, { tenantId, changes, undo: true });
    if (rated[0]?.outcome !== "rated") throw otherwiseMeanwhile();
    await recordActivities(tx, scope, [deed, ...deeds]);
    return { id, state: after.state, revision: after.revision };
  });
}

/** The tool's rating, locked. Lock it after the suggestion's row, the same order as the worker. */
async function lockedStanding(tx: Tx, toolId: string, tenantId: string): Promise<Standing | null> {
  await tx.$queryRaw`select 1 from tools where id = ${toolId}::uuid for update`;
  const [row] = await tx.$queryRaw<RatedRow[]>(ratedTool(toolId, tenantId));
  return row ? standingOf(row) : null;
}

function otherwiseMeanwhile(): DomainError {
  return new DomainError(
    "STALE_VIEW",
    "The suggestion or the tool’s rating changed after you read this page. Nothing was changed; read the page again.",
  );
}
