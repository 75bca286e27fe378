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

// The one press that accepts a suggestion and rates the tool as it says. Calls that wait keep the risk they were held with.

/**
 * Accepts a suggestion and rates the tool as it says, for the tenant whose figures it rests on: both or nothing.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT where it is accepted already, STALE_VIEW when the suggestion, its figures or what
 * holds for the tool is no longer what the person was shown
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
 * Takes that press back: the suggestion is open again, and the override that was there before holds again. Both or nothing.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT where it is open already, STALE_VIEW when anybody acted on either since
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

/** What holds for the tool, which nobody rates meanwhile. After the suggestion's row: the worker locks them in that order. */
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
