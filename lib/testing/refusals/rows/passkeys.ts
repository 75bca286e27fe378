import * as signingActions from "@/lib/approvals/signing/actions";
import { beginSigning } from "@/lib/approvals/signing/commands";
import * as actions from "@/lib/auth/passkeys/actions";
import * as commands from "@/lib/auth/passkeys/commands";
import { listOwnPasskeys } from "@/lib/auth/passkeys/queries";
import { requireSite } from "@/lib/auth/passkeys/site";
import { TestAuthenticator } from "@/lib/auth/passkeys/testing/authenticator";
import { aPasskeyOf } from "@/lib/auth/passkeys/testing/passkeys";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { action, again, command } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { aHeldCall, asItWas, CLOSED, type Held } from "./held";

const ACTIONS = "lib/auth/passkeys/actions.ts";

const COMMANDS = "lib/auth/passkeys/commands.ts";

const own = {
  by: ["viewer"],
  wrongRole: { none: "everybody may, with passkeys of their own" },
  foreign: "NOT_FOUND",
  wrongState: { none: "passkeys can be changed at any time" },
  stale: { none: "nobody else changes them" },
} as const;

type Key = { id: string };

const aKey = async ({ people }: World): Promise<Key> => {
  const { id } = await aPasskeyOf(await people.viewer.scope());
  return { id };
};

async function aKeyFromElsewhere(world: World): Promise<Key> {
  const key = await aKey(world);
  await ingest(system, (tx) => tx.passkey.update({ where: key, data: { addedIn: newId() } }));
  return key;
}

const removed = ({ id }: Key) => ingest(system, (tx) => tx.passkey.deleteMany({ where: { id } }));

type Made = { name: string; response: ReturnType<TestAuthenticator["create"]> };

async function aMadeKey({ people }: World): Promise<Made> {
  const { options } = await commands.beginPasskey(await people.viewer.scope(), {});
  return { name: "Laptop", response: new TestAuthenticator(requireSite().origin).create(options) };
}

async function aCallToSign(world: World): Promise<Held> {
  const { approver, admin } = world.people;
  for (const person of [approver, admin]) {
    const scope = await person.scope();
    if ((await listOwnPasskeys(scope)).length === 0) await aPasskeyOf(scope);
  }
  return aHeldCall(world);
}

const yes = ({ id, revision, argumentsSha256 }: Held) => ({
  ...{ id, revision, argumentsSha256 },
  verdict: "approve" as const,
});

export const passkeys: readonly Row[] = [
  deed({
    ...own,
    foreign: { none: "it begins with nobody's passkeys but one's own" },
    arrange: async () => ({}),
    doors: [
      command(COMMANDS, commands.beginPasskey, () => [{}]),
      action(ACTIONS, actions.beginPasskey, () => [{}]),
    ],
  }),
  deed({
    ...own,
    foreign: "CONFLICT",
    arrange: aMadeKey,
    wrongState: again("CONFLICT"),
    doors: [
      command(COMMANDS, commands.addPasskey, (made: Made) => [made]),
      action(ACTIONS, actions.addPasskey, (made: Made) => [made]),
    ],
  }),
  deed({
    ...own,
    arrange: aKey,
    wrongState: [{ is: "removed", code: "NOT_FOUND", make: removed }],
    doors: [
      command(COMMANDS, commands.renamePasskey, ({ id }: Key) => [{ id, name: "Work laptop" }]),
      action(ACTIONS, actions.renamePasskey, ({ id }: Key) => [{ id, name: "Work laptop" }]),
    ],
  }),
  deed({
    ...own,
    foreign: "untouched",
    arrange: aKeyFromElsewhere,
    doors: [
      command(COMMANDS, commands.noticePasskey, (key: Key) => [key]),
      action(ACTIONS, actions.noticePasskey, (key: Key) => [key]),
    ],
  }),
  deed({
    ...own,
    arrange: aKey,
    wrongState: again("NOT_FOUND"),
    doors: [
      command(COMMANDS, commands.removePasskey, ({ id }: Key) => [{ id }]),
      action(ACTIONS, actions.removePasskey, ({ id }: Key) => [{ id }]),
    ],
  }),
  deed({
    by: ["approver", "admin"],
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    stale: { code: "STALE_VIEW", seen: asItWas },
    arrange: aCallToSign,
    wrongState: CLOSED,
    doors: [
      command("lib/approvals/signing/commands.ts", beginSigning, (call: Held) => [yes(call)]),
      action("lib/approvals/signing/actions.ts", signingActions.beginSigning, (call: Held) => [yes(call)]),
    ],
  }),
];
