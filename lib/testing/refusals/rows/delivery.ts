import { expect } from "vitest";
import * as approvalActions from "@/lib/approvals/actions";
import { LAPSED } from "@/lib/approvals/callbacks";
import { ingest } from "@/lib/core/db";
import { serializeJson } from "@/lib/core/json/raw";
import * as actions from "@/lib/delivery/actions";
import { replayDelivery, replayUndelivered, sendTestPing } from "@/lib/delivery/commands";
import { listEvents } from "@/lib/delivery/queries";
import { moveCallback } from "@/lib/delivery/redirection";
import { setCallbackUrl, switchCallback } from "@/lib/gateways/commands";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import { CALLBACK, system, type World } from "../world";
import { administration, anOwnGateway } from "./gateways";

const COMMANDS = "lib/delivery/commands.ts";

const ACTIONS = "lib/delivery/actions.ts";

type Told = { deliveryId: string; gatewayId: string };

async function aDeadDelivery(world: World): Promise<Told> {
  const { gatewayId } = await anOwnGateway(world);
  const deliveryId = (await sendTestPing(system, gatewayId)).deliveryId ?? "";
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update deliveries set state = 'dead', finished_at = clock_timestamp() where id = ${deliveryId}::uuid`,
  );
  return { deliveryId, gatewayId };
}

type Own = { gatewayId: string };

const uncalled = [
  {
    is: "without a callback",
    code: "CONFLICT",
    make: ({ gatewayId }: Own) => setCallbackUrl(system, gatewayId, null),
  },
  {
    is: "switched off",
    code: "CONFLICT",
    make: ({ gatewayId }: Own) => switchCallback(system, gatewayId, "It moves."),
  },
] as const;

const sending = {
  by: ["approver", "admin"],
  arrange: aDeadDelivery,
  wrongRole: "FORBIDDEN",
  foreign: "NOT_FOUND",
  stale: { none: "what is sent is what is true now" },
} as const;

type Event = { gateway: string };

async function anEvent({ gateway }: World): Promise<Event> {
  await sendTestPing(system, gateway.id);
  const scope = await gateway.scope();
  // An older transaction on the server delays the feed.
  await expect
    .poll(async () => serializeJson(await listEvents(scope, { limit: 200 })), { timeout: 20_000 })
    .toContain(gateway.name);
  return { gateway: gateway.name };
}

export const delivery: readonly Row[] = [
  deed({
    ...sending,
    wrongState: [...again("CONFLICT"), ...uncalled],
    doors: [
      command(COMMANDS, replayDelivery, ({ deliveryId }: Told) => [deliveryId, LAPSED]),
      action("lib/approvals/actions.ts", approvalActions.replayCallback, ({ deliveryId }: Told) => [
        { deliveryId },
      ]),
    ],
  }),
  deed({
    ...sending,
    wrongState: [
      ...again("untouched"),
      ...uncalled.map(({ is, make }) => ({ is, make, code: "untouched" as const })),
    ],
    doors: [
      command(COMMANDS, replayUndelivered, ({ gatewayId }: Told) => [gatewayId, LAPSED]),
      action("lib/approvals/actions.ts", approvalActions.replayCallbacks, ({ gatewayId }: Told) => [
        { gatewayId },
      ]),
    ],
  }),
  deed({
    ...sending,
    arrange: anOwnGateway,
    wrongState: uncalled,
    doors: [
      command(COMMANDS, sendTestPing, ({ gatewayId }: Own) => [gatewayId]),
      action(ACTIONS, actions.ping, ({ gatewayId }: Own) => [{ gatewayId }]),
    ],
  }),
  deed({
    ...administration,
    arrange: anOwnGateway,
    wrongState: { none: "a callback can be moved wherever it was before" },
    doors: [
      command("lib/delivery/redirection.ts", moveCallback, (one: Own) => [one.gatewayId, `${CALLBACK}/new`]),
      action(ACTIONS, actions.changeCallback, ({ gatewayId }: Own) => [
        { gatewayId, url: `${CALLBACK}/new` },
      ]),
    ],
  }),
  deed({
    by: ["gateway"],
    reads: true,
    arrange: anEvent,
    wrongRole: { none: "a person has no gateway's key, which the walk tries by itself" },
    foreign: "untouched",
    neighbour: "untouched",
    wrongState: { none: "events are read in every state" },
    stale: { none: "a cursor of any age is taken" },
    shows: ({ gateway }: Event) => gateway,
    doors: [route("GET /api/v1/events", (_: Event) => ({ query: { limit: "200" } }))],
  }),
];
