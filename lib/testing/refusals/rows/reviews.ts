import * as glassActions from "@/lib/approvals/break-glass/actions";
import { breakGlass } from "@/lib/approvals/break-glass/commands";
import { getApprovalView } from "@/lib/approvals/detail/queries";
import * as reviewActions from "@/lib/approvals/reviews/actions";
import { closeReview } from "@/lib/approvals/reviews/commands";
import { ingest } from "@/lib/core/db";
import { aPerson, LOOKED } from "@/lib/testing/factories";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { aHeldCall, asItWas, CLOSED, type Held, WHY } from "./held";

const DECIDERS = ["approver", "admin"] as const;

/** A call that needs two approvals, in a tenant that lets approvers approve alone. */
async function aGuardedCall(world: World): Promise<Held> {
  const call = await aHeldCall(world);
  await ingest(system, async (tx) => {
    await tx.$executeRaw`update approvals set approvals_required = 2 where id = ${call.id}::uuid`;
    await tx.$executeRaw`update tenant_settings set break_glass = 'approvers' where tenant_id = ${world.here.id}::uuid`;
  });
  return call;
}

const alone = (call: Held) => ({ ...call, reason: WHY, seen: { ...LOOKED, typed: "write_file" } });

type Reviewed = { id: string; call: string };

async function aReview(world: World): Promise<Reviewed> {
  const call = await aGuardedCall(world);
  const breaker = await aPerson([world.here]);
  await breakGlass(breaker, alone(call));
  const { review } = await getApprovalView(breaker, call.id);
  return { id: review?.id ?? "", call: call.id };
}

const verdict = { verdict: "fine", note: "It could not wait." } as const;

export const reviews: readonly Row[] = [
  deed({
    by: DECIDERS,
    arrange: aGuardedCall,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: [...again("ALREADY_DECIDED"), ...CLOSED],
    stale: { code: "STALE_VIEW", seen: asItWas },
    doors: [
      command("lib/approvals/break-glass/commands.ts", breakGlass, (call: Held) => [alone(call)]),
      action("lib/approvals/break-glass/actions.ts", glassActions.breakGlass, (call: Held) => [alone(call)]),
    ],
  }),
  deed({
    by: DECIDERS,
    arrange: aReview,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: again("ALREADY_DECIDED"),
    stale: { none: "what is reviewed does not change any more" },
    doors: [
      command("lib/approvals/reviews/commands.ts", closeReview, ({ id }: Reviewed) => [{ id, ...verdict }]),
      action("lib/approvals/reviews/actions.ts", reviewActions.closeReview, ({ id }: Reviewed) => [
        { id, ...verdict },
      ]),
      route("POST /api/v1/reviews/{id}/close", ({ id }: Reviewed) => ({ of: id, body: verdict })),
    ],
  }),
  deed({
    by: ["viewer", "triager", ...DECIDERS],
    reads: true,
    arrange: aReview,
    wrongRole: { none: "whoever belongs to the tenant may read its reviews" },
    foreign: "untouched",
    wrongState: { none: "they can be read at any time" },
    stale: { none: "it says what is there now" },
    shows: ({ call }: Reviewed) => call,
    doors: [route("GET /api/v1/reviews", (_: Reviewed) => ({ query: { limit: "200" } }))],
  }),
];
