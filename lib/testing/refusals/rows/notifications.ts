import { ROLES } from "@/lib/auth/types";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import * as actions from "@/lib/notifications/actions";
import { changeChoices, turnKind } from "@/lib/notifications/preferences";
import { aPerson } from "@/lib/testing/factories";
import { action, command, route } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { aHeldCall } from "./held";
import { own } from "./oneself";

const PREFERENCES = "lib/notifications/preferences.ts";
const ACTIONS = "lib/notifications/actions.ts";

const LESS_OFTEN = { digestMinutes: 60 } as const;
const NO_EMAIL = { kind: "waits", channel: "email", on: false } as const;

const ofOneself = { ...own, by: ROLES, arrange: async () => undefined } as const;

type Sent = { approval: string; tenant: string };

/** About a held call, to these people. */
async function sentTo(world: World, people: readonly string[]): Promise<Sent> {
  const { id: approval } = await aHeldCall(world);
  const about = { kind: "waits", subjectKind: "approval", subjectId: approval, approvalId: approval };
  const how = { channel: "email", why: { rule: "decides", groups: [] }, state: "sent" } as const;
  const data = people.map((recipientId) => ({
    ...{ id: newId(), tenantId: world.here.id, recipientKind: "user", recipientId, recipientName: "Maya" },
    ...{ ...about, ...how },
  }));
  await ingest(system, (tx) => tx.notification.createMany({ data }));
  return { approval, tenant: world.here.key };
}

const sentToAnother = async (world: World) => sentTo(world, [(await aPerson([world.here])).actor.id]);

const sentToAll = (world: World) =>
  sentTo(
    world,
    ROLES.map((role) => world.people[role].id),
  );

const log = {
  reads: true,
  arrange: sentToAnother,
  wrongState: { none: "the log can be read at any time" },
  stale: { none: "it says what is there now" },
} as const;

const LOG = "GET /api/v1/notifications";

export const notifications: readonly Row[] = [
  deed({
    ...log,
    by: ["admin"],
    wrongRole: "FORBIDDEN",
    foreign: "untouched",
    shows: ({ approval }: Sent) => approval,
    doors: [
      route(LOG, ({ approval }: Sent) => ({ query: { view: "all", approval } })),
      route(LOG, (_: Sent) => ({ query: { view: "all", limit: "200" } })),
    ],
  }),
  deed({
    ...log,
    by: ["admin"],
    wrongRole: "FORBIDDEN",
    foreign: "FORBIDDEN",
    shows: ({ approval }: Sent) => approval,
    doors: [route(LOG, ({ tenant }: Sent) => ({ query: { view: "all", tenant, limit: "200" } }))],
  }),
  deed({
    ...log,
    by: ROLES,
    arrange: sentToAll,
    wrongRole: { none: "everyone may read what is for themselves" },
    foreign: "untouched",
    shows: ({ approval }: Sent) => approval,
    doors: [route(LOG, (_: Sent) => ({ query: { limit: "200" } }))],
  }),
  deed({
    ...ofOneself,
    doors: [
      command(PREFERENCES, changeChoices, () => [LESS_OFTEN]),
      action(ACTIONS, actions.saveChoices, () => [LESS_OFTEN]),
    ],
  }),
  deed({
    ...ofOneself,
    doors: [
      command(PREFERENCES, turnKind, () => [NO_EMAIL]),
      action(ACTIONS, actions.turnKind, () => [NO_EMAIL]),
    ],
  }),
];
