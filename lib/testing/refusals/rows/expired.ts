import { findWhereabouts } from "@/lib/approvals/deciders/actions";
import { ROLES } from "@/lib/auth/types";
import { ingest } from "@/lib/core/db";
import { action, route } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { aHeldCall } from "./held";

// Who may decide a call, and which calls expired undecided.

type Lapsed = { id: string; tenant: string };

async function anExpiredCall(world: World): Promise<Lapsed> {
  const { id } = await aHeldCall(world);
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set decision = 'expired', execution = 'blocked', decided_by = 'expiry', delivery = 'delivered',
             created_at = clock_timestamp() - interval '2 hours', decide_by = clock_timestamp() - interval '1 hour',
             decided_at = clock_timestamp() - interval '1 hour', remind_at = null, escalate_at = null
      where id = ${id}::uuid`,
  );
  return { id, tenant: world.here.key };
}

type Asked = { call: string; decider: string; tenant: string };

const aCallToDecide = async (world: World): Promise<Asked> => ({
  call: (await aHeldCall(world)).id,
  decider: world.people.approver.id,
  tenant: world.here.key,
});

const reading = {
  reads: true,
  wrongState: { none: "it is told in every state" },
  stale: { none: "it says what is true now" },
} as const;

const ofEverybody = {
  ...reading,
  by: ROLES,
  arrange: anExpiredCall,
  wrongRole: { none: "whoever belongs to the tenant may read what expired there" },
  shows: ({ id }: Lapsed) => id,
} as const;

const EXPIRED = "GET /api/v1/approvals/expired";

export const expiredCalls: readonly Row[] = [
  deed({
    ...reading,
    by: ["approver", "admin"],
    arrange: aCallToDecide,
    wrongRole: "FORBIDDEN",
    foreign: "untouched",
    shows: ({ decider }: Asked) => decider,
    doors: [
      action("lib/approvals/deciders/actions.ts", findWhereabouts, ({ call }: Asked) => [{ call }]),
      action("lib/approvals/deciders/actions.ts", findWhereabouts, ({ tenant }: Asked) => [{ tenant }]),
      action("lib/approvals/deciders/actions.ts", findWhereabouts, (_: Asked) => [{}]),
    ],
  }),
  deed({
    ...ofEverybody,
    foreign: "untouched",
    doors: [route(EXPIRED, (_: Lapsed) => ({ query: { format: "json" } }))],
  }),
  deed({
    ...ofEverybody,
    foreign: "FORBIDDEN",
    doors: [route(EXPIRED, ({ tenant }: Lapsed) => ({ query: { format: "json", tenant } }))],
  }),
];
