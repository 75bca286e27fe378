import * as actions from "@/lib/auth/delegations/actions";
import * as commands from "@/lib/auth/delegations/commands";
import { DAY_MS } from "@/lib/core/durations";
import { aPerson } from "@/lib/testing/factories";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import type { World } from "../world";
import { administration } from "./gateways";

const ACTIONS = "lib/auth/delegations/actions.ts";

const COMMANDS = "lib/auth/delegations/commands.ts";

const ONE = "/api/v1/delegations/{id}";

type Two = { from: string; to: string };

async function twoPeople({ here }: World): Promise<Two> {
  const [from, to] = [await aPerson([here], "approver"), await aPerson([here], "approver")];
  return { from: from.actor.email, to: to.actor.email };
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

const made = (two: Two) => ({ ...two, note: "", ends_at: inDays(2).toISOString() });

type Own = { id: string; of: string; to: string; endsAt: Date };

async function aDelegation({ here }: World): Promise<Own> {
  const [from, to] = [await aPerson([here], "approver"), await aPerson([here], "approver")];
  const given = { to: to.actor.email, note: "", endsAt: inDays(2) };
  const { id } = await commands.createDelegation(from, given);
  return { id, of: from.actor.id, to: to.actor.email, endsAt: inDays(3) };
}

async function anEnded(world: World): Promise<Own> {
  const own = await aDelegation(world);
  await commands.endDelegation(await world.everywhere.admin.scope(), own.id);
  return own;
}

/** Hidden from people it does not concern. */
const ofOthers = { ...administration, wrongRole: "NOT_FOUND", foreign: "NOT_FOUND" } as const;

export const delegations: readonly Row[] = [
  deed({
    ...administration,
    arrange: twoPeople,
    wrongState: again("VALIDATION_ERROR"),
    doors: [
      command(COMMANDS, commands.createDelegation, (two: Two) => [{ ...two, note: "", endsAt: inDays(2) }]),
      action(ACTIONS, actions.createDelegation, (two: Two) => [
        { ...made(two), starts_at: new Date().toISOString() },
      ]),
      route("POST /api/v1/delegations", (two: Two) => ({ body: made(two) })),
    ],
  }),
  deed({
    ...ofOthers,
    arrange: aDelegation,
    wrongState: [...again("untouched"), { is: "ended", code: "CONFLICT", arrange: anEnded }],
    doors: [
      command(COMMANDS, commands.changeDelegation, ({ id, endsAt }: Own) => [{ id, endsAt }]),
      action(ACTIONS, actions.changeDelegation, ({ id, endsAt }: Own) => [
        { id, ends_at: endsAt.toISOString() },
      ]),
      route(`PATCH ${ONE}`, ({ id, endsAt }: Own) => ({ of: id, body: { ends_at: endsAt.toISOString() } })),
    ],
  }),
  deed({
    ...ofOthers,
    arrange: aDelegation,
    wrongState: again("CONFLICT"),
    doors: [
      command(COMMANDS, commands.endDelegation, ({ id }: Own) => [id]),
      action(ACTIONS, actions.endDelegation, ({ id }: Own) => [{ id }]),
      route(`DELETE ${ONE}`, ({ id }: Own) => ({ of: id })),
    ],
  }),
  deed({
    ...ofOthers,
    arrange: anEnded,
    wrongState: again("CONFLICT"),
    doors: [
      command(COMMANDS, commands.resumeDelegation, ({ id }: Own) => [id]),
      action(ACTIONS, actions.resumeDelegation, ({ id }: Own) => [{ id }]),
    ],
  }),
  deed({
    ...administration,
    reads: true,
    arrange: aDelegation,
    wrongRole: { none: "everybody may read what concerns them" },
    foreign: "untouched",
    wrongState: { none: "they can be read at any time" },
    stale: { none: "it says what is there now" },
    shows: ({ to }: Own) => to,
    doors: [route("GET /api/v1/delegations", (_: Own) => ({}))],
  }),
];
