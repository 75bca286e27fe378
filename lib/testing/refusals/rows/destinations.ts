import { ROLES } from "@/lib/auth/types";
import * as actions from "@/lib/channels/destinations/actions";
import * as commands from "@/lib/channels/destinations/commands";
import { createDestinationInput } from "@/lib/channels/destinations/schema";
import * as mailActions from "@/lib/channels/email/actions";
import * as mailCommands from "@/lib/channels/email/commands";
import { saveMailServerInput } from "@/lib/channels/email/schema";
import { saveSetting } from "@/lib/channels/settings";
import * as tests from "@/lib/delivery/channels/actions";
import { testDestination } from "@/lib/delivery/channels/test-messages";
import { aMailServer } from "@/lib/delivery/testing/mail-server";
import { aReceiver } from "@/lib/delivery/testing/receiver";
import { stopLink } from "@/lib/notifications/stop-links";
import { aPerson, unique } from "@/lib/testing/factories";
import { action, again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { administration } from "./gateways";

const COMMANDS = "lib/channels/destinations/commands.ts";
const ACTIONS = "lib/channels/destinations/actions.ts";
const MAIL_COMMANDS = "lib/channels/email/commands.ts";
const MAIL_ACTIONS = "lib/channels/email/actions.ts";
const TESTS = "lib/delivery/channels/actions.ts";

const ofTenant = {
  by: ["admin"],
  wrongRole: "FORBIDDEN",
  foreign: "NOT_FOUND",
  stale: { none: "it says how it shall be, whatever was seen" },
} as const;

const EMPTY = { header: null, template: null, sendsUpdates: false };

async function aNewOne({ here }: World) {
  // Administrators of some tenants may name public addresses only.
  const target = {
    channel: "webhook",
    preset: "discord",
    url: "https://hooks.example.com/1",
    secret: "",
    ...EMPTY,
  };
  return { tenant: here.key, name: unique("place"), group: null, events: ["waits"], minRisk: "low", target };
}

type New = Awaited<ReturnType<typeof aNewOne>>;
type Own = { given: New; which: { tenant: string; id: string } };

const parsed = (given: New) => createDestinationInput.parse(given);

async function one(world: World): Promise<Own> {
  const given = await aNewOne(world);
  const { url } = await aReceiver();
  const { id } = await commands.createDestination(
    system,
    parsed({ ...given, target: { ...given.target, url } }),
  );
  return { given, which: { tenant: given.tenant, id } };
}

const deleted = {
  is: "deleted",
  code: "NOT_FOUND",
  make: ({ which }: Own) => commands.deleteDestination(system, which),
} as const;

const renamed = ({ given, which }: Own) => ({ ...given, ...which, name: `${given.name}-2` });

async function aMail() {
  const server = { host: "127.0.0.1", security: "none", user: "", password: "", from: "c@acme.example" };
  return { ...server, port: String((await aMailServer()).port) };
}

type Mail = Awaited<ReturnType<typeof aMail>>;

const saveMail = async (mail: Mail) => mailCommands.saveMailServer(system, saveMailServerInput.parse(mail));

async function aStoredMail() {
  const mail = await aMail();
  await saveMail(mail);
  return mail;
}

type Link = { token: string };

async function aLink({ here }: World): Promise<Link> {
  const { actor } = await aPerson([here]);
  return { token: new URL(stopLink(actor.id, "waits", "email")).searchParams.get("token") ?? "" };
}

const forged = {
  is: "of another person",
  code: "NOT_FOUND",
  arrange: async (world: World) => {
    const [mine, other] = [await aLink(world), await aLink(world)];
    return { token: mine.token.slice(0, 36) + other.token.slice(36) };
  },
} as const;

const ofLink = {
  by: ["anyone"],
  arrange: aLink,
  wrongRole: { none: "the link is the credential, and nobody is signed in" },
  foreign: { none: "the link says whose it is" },
  stale: { none: "a link shows nothing that could change" },
  noSession: { none: "the link is the credential, and nobody is signed in" },
} as const;

const STOP = "/api/notifications/stop";

export const destinations: readonly Row[] = [
  deed({
    ...ofTenant,
    arrange: aNewOne,
    wrongState: again("VALIDATION_ERROR"),
    doors: [
      command(COMMANDS, commands.createDestination, (given: New) => [parsed(given)]),
      action(ACTIONS, actions.createDestination, (given: New) => [given]),
    ],
  }),
  deed({
    ...ofTenant,
    arrange: one,
    wrongState: [deleted],
    doors: [
      command(COMMANDS, commands.updateDestination, (own: Own) => {
        const { id, ...given } = renamed(own);
        return [{ ...parsed(given), id }];
      }),
      action(ACTIONS, actions.updateDestination, (own: Own) => [renamed(own)]),
    ],
  }),
  deed({
    ...ofTenant,
    arrange: one,
    wrongState: [deleted],
    doors: [
      command(COMMANDS, commands.switchDestination, ({ which }: Own) => [{ ...which, isOn: false }]),
      action(ACTIONS, actions.switchDestination, ({ which }: Own) => [{ ...which, isOn: false }]),
    ],
  }),
  deed({
    ...ofTenant,
    arrange: one,
    wrongState: again("NOT_FOUND"),
    doors: [
      command(COMMANDS, commands.deleteDestination, ({ which }: Own) => [which]),
      action(ACTIONS, actions.deleteDestination, ({ which }: Own) => [which]),
    ],
  }),
  deed({
    ...ofTenant,
    arrange: one,
    wrongState: [{ is: "done a moment ago", code: "RATE_LIMITED" }, deleted],
    doors: [
      command("lib/delivery/channels/test-messages.ts", testDestination, ({ which }: Own) => [which]),
      action(TESTS, tests.testDestination, ({ which }: Own) => [which]),
    ],
  }),
  deed({
    ...administration,
    arrange: aMail,
    wrongState: { none: "a mail server can be stored at any time" },
    doors: [
      command("lib/channels/settings.ts", saveSetting, (mail: Mail) => ["email" as const, mail]),
      command(MAIL_COMMANDS, mailCommands.saveMailServer, (mail: Mail) => [saveMailServerInput.parse(mail)]),
      action(MAIL_ACTIONS, mailActions.saveMailServer, (mail: Mail) => [mail]),
    ],
  }),
  deed({
    ...administration,
    arrange: aStoredMail,
    wrongState: { none: "removing what is not stored changes nothing but the trail" },
    doors: [
      command(MAIL_COMMANDS, mailCommands.removeMailServer, (_: Mail) => []),
      action(MAIL_ACTIONS, mailActions.removeMailServer, (_: Mail) => [{}]),
    ],
  }),
  deed({
    by: ROLES,
    reads: true,
    arrange: aStoredMail,
    wrongRole: { none: "everybody may send a test to their own address" },
    foreign: { none: "it reaches nobody but oneself" },
    wrongState: [{ is: "done a moment ago", code: "RATE_LIMITED" }],
    stale: { none: "a test shows what is true now" },
    doors: [action(TESTS, tests.sendTestMail, (_: Mail) => [{}])],
  }),
  deed({
    ...ofLink,
    wrongState: [forged],
    doors: [route(`POST ${STOP}`, ({ token }: Link) => ({ query: { token } }))],
  }),
  deed({
    ...ofLink,
    reads: true,
    wrongState: { none: "it leads to the page, whatever the link is" },
    doors: [route(`GET ${STOP}`, ({ token }: Link) => ({ query: { token } }))],
  }),
  deed({
    ...ofLink,
    by: [],
    reads: true,
    wrongState: { none: "the method is not there in any state" },
    wrongRole: "METHOD_NOT_ALLOWED",
    doors: ["PUT", "PATCH", "DELETE"].map((method) => route(`${method} ${STOP}`, (_: Link) => ({}))),
  }),
];
