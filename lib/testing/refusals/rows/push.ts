import { createECDH, randomBytes } from "node:crypto";
import { ROLES } from "@/lib/auth/types";
import * as actions from "@/lib/channels/push/actions";
import { addDevice, preparePush, removeDevice } from "@/lib/channels/push/commands";
import { ensurePublicKey, renewKeys } from "@/lib/channels/push/keys";
import type { Subscription } from "@/lib/channels/push/types";
import { ingest } from "@/lib/core/db";
import { tryDevicesAction } from "@/lib/delivery/channels/push/actions";
import { tryDevices } from "@/lib/delivery/channels/push/trial";
import { aReceiver } from "@/lib/delivery/testing/receiver";
import { unique } from "@/lib/testing/factories";
import { action, again, command } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { administration } from "./gateways";
import { own } from "./oneself";

const COMMANDS = "lib/channels/push/commands.ts";
const ACTIONS = "lib/channels/push/actions.ts";

type New = { subscription: Subscription; publicKey: string };
type Device = { id: string; endpoint: string };

const withoutKeys = () =>
  ingest(system, (tx) => tx.channelSetting.deleteMany({ where: { channel: "push" } }));

async function unreadableKeys(): Promise<void> {
  await ensurePublicKey();
  await ingest(system, (tx) =>
    tx.channelSetting.updateMany({ where: { channel: "push" }, data: { sealed: "unreadable" } }),
  );
}

async function aNewDevice(url = ""): Promise<New> {
  const keys = {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  const endpoint = url || `https://push.example/${unique("device")}`;
  await withoutKeys();
  return { subscription: { endpoint, keys }, publicKey: await ensurePublicKey() };
}

/** A device of the administrator. */
async function aDevice({ people }: World): Promise<Device> {
  const { url } = await aReceiver();
  const made = await aNewDevice(url);
  const { id } = await addDevice(await people.admin.scope(), made);
  return { id, endpoint: url };
}

const removed = {
  is: "removed",
  code: "NOT_FOUND",
  make: async ({ id }: Device, { people }: World) => removeDevice(await people.admin.scope(), { id }),
} as const;

const ofTheAdministrator = {
  by: ["admin"],
  arrange: aDevice,
  wrongRole: "NOT_FOUND",
  foreign: "NOT_FOUND",
} as const;

export const push: readonly Row[] = [
  deed({
    ...own,
    by: ROLES,
    arrange: withoutKeys,
    wrongState: [
      ...again("untouched"),
      { is: "with keys that cannot be read", code: "CONFLICT", make: unreadableKeys },
    ],
    doors: [command(COMMANDS, preparePush, () => []), action(ACTIONS, actions.preparePushAction, () => [{}])],
  }),
  deed({
    ...own,
    by: ROLES,
    arrange: () => aNewDevice(),
    wrongState: [
      { is: "for earlier keys", code: "CONFLICT", make: () => renewKeys(system) },
      {
        is: "at an address that is not public",
        code: "VALIDATION_ERROR",
        arrange: () => aNewDevice("https://10.0.0.1/device"),
      },
    ],
    doors: [
      command(COMMANDS, addDevice, (made: New) => [made]),
      action(ACTIONS, actions.addDeviceAction, (made: New) => [made]),
    ],
  }),
  deed({
    ...ofTheAdministrator,
    reads: true,
    wrongRole: "untouched",
    foreign: "untouched",
    wrongState: { none: "a browser that is no device is told so, which is an answer" },
    stale: { none: "it says what is true now" },
    shows: ({ id }: Device) => id,
    doors: [action(ACTIONS, actions.findOwnDeviceAction, ({ endpoint }: Device) => [{ endpoint }])],
  }),
  deed({
    ...ofTheAdministrator,
    wrongState: again("NOT_FOUND"),
    stale: { none: "what is gone is gone, whatever was seen" },
    doors: [
      command(COMMANDS, removeDevice, ({ id }: Device) => [{ id }]),
      action(ACTIONS, actions.removeDeviceAction, ({ id }: Device) => [{ id }]),
    ],
  }),
  deed({
    ...ofTheAdministrator,
    reads: true,
    wrongState: [removed, { is: "without keys", code: "CONFLICT", make: withoutKeys }],
    stale: { none: "a test shows what is true now" },
    shows: ({ id }: Device) => id,
    doors: [
      command("lib/delivery/channels/push/trial.ts", tryDevices, ({ id }: Device) => [{ id }]),
      action("lib/delivery/channels/push/actions.ts", tryDevicesAction, ({ id }: Device) => [{ id }]),
    ],
  }),
  deed({
    ...administration,
    arrange: withoutKeys,
    wrongState: { none: "stored keys can be renewed at any time, also when they cannot be read" },
    doors: [
      command("lib/channels/push/keys.ts", renewKeys, () => []),
      action(ACTIONS, actions.renewKeysAction, () => [{}]),
    ],
  }),
];
