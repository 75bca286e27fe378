import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { newToken } from "@/lib/core/secrets";
import * as actions from "@/lib/gateways/actions";
import * as commands from "@/lib/gateways/commands";
import * as keys from "@/lib/gateways/keys";
import { registerGateway } from "@/lib/gateways/registration";
import { createSigningSecret, rotateGatewaySecret } from "@/lib/gateways/signing-secrets";
import { aGateway, unique } from "@/lib/testing/factories";
import { action, again, command } from "../deed";
import { deed, type Row } from "../walk";
import { CALLBACK, system, type World } from "../world";

const ACTIONS = "lib/gateways/actions.ts";

const COMMANDS = "lib/gateways/commands.ts";

const KEYS = "lib/gateways/keys.ts";

type Own = { gatewayId: string; tenants: string[] };

export async function anOwnGateway({ here }: World): Promise<Own> {
  const { id } = await aGateway([here], CALLBACK);
  await ingest(system, (tx) => createSigningSecret(tx, id));
  return { gatewayId: id, tenants: [here.key] };
}

async function aKey(world: World): Promise<{ keyId: string; overlapHours: number }> {
  const { gatewayId, tenants } = await anOwnGateway(world);
  const { id: keyId } = await keys.createKey(system, gatewayId, tenants);
  return { keyId, overlapHours: 1 };
}

const withoutCallback = ({ gatewayId }: Own) => commands.setCallbackUrl(system, gatewayId, null);

const ofTheSample = {
  is: "of the sample",
  code: "CONFLICT",
  arrange: async ({ here }: World): Promise<Own> => {
    const data = { id: newId(), name: unique("sample"), callbackUrl: CALLBACK, sample: true };
    await ingest(system, (tx) => tx.gateway.create({ data }));
    return { gatewayId: data.id, tenants: [here.key] };
  },
} as const;

export const administration = {
  by: ["admin"],
  everywhere: true,
  wrongRole: "FORBIDDEN",
  foreign: "FORBIDDEN",
  stale: { none: "it says how it shall be, whatever was seen" },
} as const;

type New = { name: string; tenants: string[]; callbackUrl: string };

type OwnKey = Own & { key: string };

type Key = Awaited<ReturnType<typeof aKey>>;

export const gateways: readonly Row[] = [
  deed({
    ...administration,
    arrange: async ({ here }: World) => ({
      name: unique("gateway"),
      tenants: [here.key],
      callbackUrl: CALLBACK,
    }),
    wrongState: again("CONFLICT"),
    doors: [
      command(COMMANDS, commands.createGateway, (made: New) => [made]),
      command("lib/gateways/registration.ts", registerGateway, (made: New) => [made]),
      action(ACTIONS, actions.register, (made: New) => [made]),
    ],
  }),
  deed({
    ...administration,
    arrange: async (world: World) => ({ ...(await anOwnGateway(world)), tenants: [world.there.key] }),
    wrongState: [...again("untouched"), ofTheSample],
    doors: [
      command(COMMANDS, commands.addGatewayTenants, (one: Own) => [one.gatewayId, one.tenants]),
      action(ACTIONS, actions.addTenants, (one: Own) => [one]),
    ],
  }),
  deed({
    ...administration,
    arrange: anOwnGateway,
    wrongState: [ofTheSample],
    doors: [command(COMMANDS, commands.setCallbackUrl, (one: Own) => [one.gatewayId, `${CALLBACK}/new`])],
  }),
  deed({
    ...administration,
    arrange: anOwnGateway,
    wrongState: [
      ...again("untouched"),
      { is: "without a callback", code: "CONFLICT", make: withoutCallback },
      ofTheSample,
    ],
    doors: [
      command(COMMANDS, commands.switchCallback, (one: Own) => [one.gatewayId, "It moves."]),
      action(ACTIONS, actions.turnCallback, ({ gatewayId }: Own) => [{ gatewayId, reason: "It moves." }]),
    ],
  }),
  deed({
    ...administration,
    arrange: anOwnGateway,
    wrongState: { none: "a secret can be rotated at any time, also twice" },
    doors: [
      command("lib/gateways/signing-secrets.ts", rotateGatewaySecret, (one: Own) => [one.gatewayId]),
      action(ACTIONS, actions.rotateSecret, ({ gatewayId }: Own) => [{ gatewayId, overlapHours: 1 }]),
    ],
  }),
  deed({
    ...administration,
    arrange: anOwnGateway,
    wrongState: [ofTheSample],
    doors: [
      command(KEYS, keys.createKey, (one: Own) => [one.gatewayId, one.tenants]),
      action(ACTIONS, actions.createKey, (one: Own) => [one]),
    ],
  }),
  deed({
    ...administration,
    arrange: async (world: World) => ({ ...(await anOwnGateway(world)), key: newToken("csk_") }),
    wrongState: [
      ...again("untouched"),
      {
        is: "a key of another gateway",
        code: "CONFLICT",
        make: ({ key }, { gateway, here }) => keys.ensureKey(system, gateway.id, key, [here.key]),
      },
    ],
    doors: [command(KEYS, keys.ensureKey, (one: OwnKey) => [one.gatewayId, one.key, one.tenants])],
  }),
  deed({
    ...administration,
    arrange: aKey,
    wrongState: [
      ...again("CONFLICT"),
      { is: "revoked", code: "CONFLICT", make: ({ keyId }) => keys.revokeKey(system, keyId) },
    ],
    doors: [
      command(KEYS, keys.rotateKey, (one: Key) => [one.keyId, one.overlapHours]),
      action(ACTIONS, actions.rotateKey, (one: Key) => [one]),
    ],
  }),
  deed({
    ...administration,
    arrange: aKey,
    wrongState: again("untouched"),
    doors: [
      command(KEYS, keys.revokeKey, ({ keyId }: Key) => [keyId]),
      action(ACTIONS, actions.revokeKey, ({ keyId }: Key) => [{ keyId }]),
    ],
  }),
];
