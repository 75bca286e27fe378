import { ingest } from "@/lib/core/db";
import * as maintenance from "@/lib/maintenance/actions";
import { removeTenant } from "@/lib/maintenance/removal/commands";
import { saveRetention } from "@/lib/maintenance/retention/commands";
import { getRetention } from "@/lib/maintenance/retention/queries";
import * as actions from "@/lib/tenants/actions";
import * as commands from "@/lib/tenants/commands";
import { endGrace, extendGrace } from "@/lib/tenants/grace";
import { getTenantSettings } from "@/lib/tenants/queries";
import { aGateway, aTenant, unique } from "@/lib/testing/factories";
import { action, again, command } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { administration } from "./gateways";
import { aHeldCallOf } from "./held";

const COMMANDS = "lib/tenants/commands.ts";

const ACTIONS = "lib/tenants/actions.ts";

const GRACE = "lib/tenants/grace.ts";

const MAINTENANCE = "lib/maintenance/actions.ts";

type Keyed = { key: string };

const aNewKey = async (): Promise<Keyed> => ({ key: unique("tenant") });

/** The tenant, with its first report yesterday. */
async function inGrace({ here }: World): Promise<Keyed> {
  await ingest(system, async (tx) => {
    await tx.$executeRaw`
      update tenants set first_row_at = clock_timestamp() - interval '1 day' where id = ${here.id}::uuid`;
    await tx.tenantSettings.update({ where: { tenantId: here.id }, data: { rationaleGraceDays: 14 } });
  });
  return { key: here.key };
}

async function beforeItsFirstRow(_: Keyed, { here }: World): Promise<void> {
  await ingest(system, (tx) => tx.tenant.update({ where: { id: here.id }, data: { firstRowAt: null } }));
}

type Seen = { key: string; seen: number | null; wanted: number };

async function aSetting({ here }: World): Promise<Seen> {
  const { ttlSeconds } = await getTenantSettings(system, here.id);
  return { key: here.key, seen: ttlSeconds, wanted: ttlSeconds + 60 };
}

async function aRetention({ here }: World): Promise<Seen> {
  const { calls } = await getRetention(system, here.id);
  return { key: here.key, seen: calls, wanted: (calls ?? 100) + 1 };
}

const stale = {
  code: "STALE_VIEW",
  seen: (one: Seen): Seen => ({ ...one, seen: (one.seen ?? 0) + 7 }),
} as const;

const retention = ({ key, seen, wanted }: Seen) => ({
  key,
  change: { calls: wanted },
  seen: { calls: seen },
});

const local = {
  by: ["admin"],
  wrongRole: "FORBIDDEN",
  foreign: "NOT_FOUND",
  wrongState: { none: "a tenant has no states" },
  stale: { none: "it says how it shall be, whatever was seen" },
} as const;

const named = ({ key }: Keyed) => ({ key, name: unique("name") });

const more = ({ key }: Keyed) => ({ key, days: 1 });

const typed = ({ key }: Keyed) => ({ key, typed: key });

const busy = async ({ key }: Keyed) => {
  const { id } = await ingest(system, (tx) => tx.tenant.findUniqueOrThrow({ where: { key } }));
  await aHeldCallOf((await aGateway([{ id, key }])).scope, { id, key });
};

export const tenants: readonly Row[] = [
  deed({
    ...administration,
    arrange: aNewKey,
    wrongState: again("CONFLICT"),
    doors: [
      command(COMMANDS, commands.createTenant, ({ key }: Keyed) => [{ key }]),
      action(ACTIONS, actions.createTenant, ({ key }: Keyed) => [{ key }]),
    ],
  }),
  deed({
    ...local,
    arrange: async ({ here }: World) => ({ key: here.key }),
    doors: [
      command(COMMANDS, commands.renameTenant, (one: Keyed) => [named(one)]),
      action(ACTIONS, actions.renameTenant, (one: Keyed) => [named(one)]),
    ],
  }),
  deed({
    ...local,
    arrange: aSetting,
    stale,
    doors: [
      command(COMMANDS, commands.updateTenantSettings, ({ key, seen, wanted }: Seen) => [
        key,
        { ttlSeconds: wanted },
        { ttlSeconds: seen ?? 0 },
      ]),
      action(ACTIONS, actions.saveTenantSettings, ({ key, seen, wanted }: Seen) => [
        { key, change: { ttl_seconds: wanted }, seen: { ttl_seconds: seen } },
      ]),
    ],
  }),
  deed({
    ...local,
    arrange: inGrace,
    wrongState: [
      ...again("CONFLICT"),
      { is: "before its first row", code: "CONFLICT", make: beforeItsFirstRow },
    ],
    doors: [
      command(GRACE, endGrace, ({ key }: Keyed) => [key]),
      action(ACTIONS, actions.endGrace, ({ key }: Keyed) => [{ key }]),
    ],
  }),
  deed({
    ...local,
    arrange: inGrace,
    wrongState: [{ is: "before its first row", code: "CONFLICT", make: beforeItsFirstRow }],
    doors: [
      command(GRACE, extendGrace, (one: Keyed) => [more(one)]),
      action(ACTIONS, actions.extendGrace, (one: Keyed) => [more(one)]),
    ],
  }),
  deed({
    ...local,
    arrange: aRetention,
    stale,
    doors: [
      command("lib/maintenance/retention/commands.ts", saveRetention, (one: Seen) => [retention(one)]),
      action(MAINTENANCE, maintenance.saveRetention, (one: Seen) => [retention(one)]),
    ],
  }),
  deed({
    ...local,
    reads: true,
    arrange: aRetention,
    doors: [
      action(MAINTENANCE, maintenance.previewRetention, ({ key }: Seen) => [
        { key, kept: "calls", days: 90 },
      ]),
    ],
  }),
  deed({
    ...administration,
    arrange: async () => ({ key: (await aTenant()).key }),
    wrongState: [...again("NOT_FOUND"), { is: "with a call that waits", code: "CONFLICT", make: busy }],
    doors: [
      command("lib/maintenance/removal/commands.ts", removeTenant, (one: Keyed) => [typed(one)]),
      action(MAINTENANCE, maintenance.removeTenant, (one: Keyed) => [typed(one)]),
    ],
  }),
];
