import { createHmac } from "node:crypto";
import { ROLES } from "@/lib/auth/types";
import { saveSetting } from "@/lib/channels/settings";
import * as actions from "@/lib/channels/slack/actions";
import * as commands from "@/lib/channels/slack/commands";
import { linkAddress } from "@/lib/channels/slack/link-token";
import { ingest } from "@/lib/core/db";
import { MINUTE_MS, SECOND_MS } from "@/lib/core/durations";
import { proveScope, type Scope, type UserScope } from "@/lib/core/scope";
import { decideFromSlack } from "@/lib/notifications/slack/deciding";
import { extendFromSlack } from "@/lib/notifications/slack/extending";
import type { DialogValue, ExtendValue } from "@/lib/notifications/slack/payload";
import { unique } from "@/lib/testing/factories";
import { APP_TOKEN, BOT_TOKEN, SIGNING_SECRET, TEAM } from "@/lib/testing/slack";
import { action, again, command, type Door, route } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { administration } from "./gateways";
import { aHeldCall, asItWas, CLOSED, type Held, WHY } from "./held";
import { own } from "./oneself";

const COMMANDS = "lib/channels/slack/commands.ts";
const ACTIONS = "lib/channels/slack/actions.ts";
const DECIDING = "lib/notifications/slack/deciding.ts";
const EXTENDING = "lib/notifications/slack/extending.ts";

type Secrets = { botToken: string; appToken: string; signingSecret: string };

const SECRETS: Secrets = { botToken: BOT_TOKEN, appToken: APP_TOKEN, signingSecret: SIGNING_SECRET };

const secrets = async (): Promise<Secrets> => SECRETS;

async function stored(): Promise<Secrets> {
  await saveSetting(system, "slack", SECRETS);
  return SECRETS;
}

const notSetUp = () => saveSetting(system, "slack", null);

type UpTo = { tenant: string; upTo: "medium" };

const nothingDecided = ({ here }: World) =>
  ingest(system, (tx) => tx.slackDecision.deleteMany({ where: { tenantId: here.id } }));

async function aTenantWithout(world: World): Promise<UpTo> {
  await nothingDecided(world);
  return { tenant: world.here.key, upTo: "medium" };
}

type Link = { token: string };

function linkOf(slackUserId: string): Link {
  const address = linkAddress({ teamId: TEAM, slackUserId, name: "ines", team: "acme" });
  return { token: new URL(address).searchParams.get("token") ?? "" };
}

const aLink = async (): Promise<Link> => linkOf(unique("U"));

const forged = async (): Promise<Link> => ({ token: `${(await aLink()).token.slice(0, -4)}AAAA` });

async function used({ people }: World): Promise<Link> {
  const link = await aLink();
  const scope = await people.approver.scope();
  await commands.linkSlackAccount(scope, link);
  await commands.unlinkSlackAccount(scope);
  return link;
}

async function linkedByAnother({ elsewhere }: World): Promise<Link> {
  const account = unique("U");
  await commands.linkSlackAccount(await elsewhere.admin.scope(), linkOf(account));
  return linkOf(account);
}

const linkedByAdmin = async ({ people }: World) =>
  commands.linkSlackAccount(await people.admin.scope(), await aLink());

async function aDecidableCall(world: World): Promise<Held> {
  await commands.setSlackUpTo(await world.people.admin.scope(), { tenant: world.here.key, upTo: "high" });
  const held = await aHeldCall(world);
  await ingest(system, (tx) => tx.approval.updateMany({ where: { id: held.id }, data: { risk: "medium" } }));
  return held;
}

function inSlack(verdict: DialogValue["verdict"]): Door<Held> {
  const given = ({ id, revision, argumentsSha256: sha256 }: Held): [DialogValue, string] => [
    { id, revision, sha256, verdict, responseUrl: null },
    WHY,
  ];
  return {
    ...command(DECIDING, decideFromSlack, given),
    kind: "command",
    call: asInSlack(decideFromSlack, given),
  };
}

function extendingInSlack(): Door<Held> {
  const given = ({ id, revision, argumentsSha256: sha256 }: Held): [ExtendValue, number] => [
    { id, revision, sha256, responseUrl: null },
    3_600,
  ];
  return {
    ...command(EXTENDING, extendFromSlack, given),
    kind: "command",
    call: asInSlack(extendFromSlack, given),
  };
}

/** As the scope of a linked account, which the walk's people do not have. */
const asInSlack =
  <Given extends unknown[]>(
    does: (scope: UserScope, ...given: Given) => Promise<unknown>,
    given: (held: Held) => Given,
  ) =>
  (scope: Scope, held: Held) => {
    const { actor, tenants } = scope as UserScope;
    return does(proveScope({ ...actor, via: "slack" }, [...tenants]), ...given(held));
  };

const COMMAND = new URLSearchParams({
  team_id: TEAM,
  user_id: "U0NOBODY",
  command: "/countersign",
}).toString();
const PRESS = new URLSearchParams({ payload: JSON.stringify({ type: "view_closed" }) }).toString();

/** When a request is signed, and with what. */
type Signed = { at: number; secret: string };

async function aSignature(): Promise<Signed> {
  await saveSetting(system, "slack", { signingSecret: SIGNING_SECRET });
  return { at: Date.now(), secret: SIGNING_SECRET };
}

function signed(form: string, { at, secret }: Signed) {
  const timestamp = String(Math.floor(at / SECOND_MS));
  const mac = createHmac("sha256", secret).update(`v0:${timestamp}:${form}`).digest("hex");
  return { form, headers: { "x-slack-request-timestamp": timestamp, "x-slack-signature": `v0=${mac}` } };
}

const unproven = [
  { is: "signed with another secret", code: "UNAUTHENTICATED", over: { secret: "0".repeat(32) } },
  { is: "signed six minutes ago", code: "UNAUTHENTICATED", over: { at: Date.now() - 6 * MINUTE_MS } },
] as const;

const ofSlack = {
  by: ["anyone"],
  reads: true,
  arrange: aSignature,
  wrongRole: { none: "Slack's signature is the credential, and nobody is signed in" },
  foreign: { none: "the signature is the installation's; whose account it is decides what is done" },
  stale: { none: "a version that is stale is refused where the call is decided" },
  noSession: { none: "Slack's signature is the credential, and nobody is signed in" },
  foreignOrigin: "untouched",
} as const;

const ROUTES = ["/api/slack/commands", "/api/slack/interactions"];

export const slack: readonly Row[] = [
  deed({
    ...administration,
    arrange: secrets,
    wrongState: { none: "secrets can be stored at any time" },
    doors: [
      command(COMMANDS, commands.saveSlackSecrets, (typed: Secrets) => [typed]),
      action(ACTIONS, actions.saveSlack, (typed: Secrets) => [typed]),
    ],
  }),
  deed({
    ...administration,
    arrange: stored,
    wrongState: { none: "removing what is not stored changes nothing but the trail" },
    doors: [
      command(COMMANDS, commands.removeSlackSecrets, (_: Secrets) => []),
      action(ACTIONS, actions.removeSlack, (_: Secrets) => [{}]),
    ],
  }),
  deed({
    ...administration,
    reads: true,
    arrange: stored,
    wrongState: { none: "a test says what is wrong, which is an answer" },
    shows: () => "Slack accepts it",
    doors: [action(ACTIONS, actions.testSlack, (_: Secrets) => [{}])],
  }),
  deed({
    by: ["admin"],
    arrange: aTenantWithout,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: again("untouched"),
    stale: { none: "it says how it shall be, whatever was seen" },
    doors: [
      command(COMMANDS, commands.setSlackUpTo, (one: UpTo) => [one]),
      action(ACTIONS, actions.setSlackUpTo, (one: UpTo) => [one]),
    ],
  }),
  deed({
    ...own,
    by: ROLES,
    arrange: aLink,
    wrongState: [
      { is: "forged", code: "GONE", arrange: forged },
      { is: "used before", code: "GONE", arrange: used },
      { is: "to the account of another person", code: "CONFLICT", arrange: linkedByAnother },
    ],
    doors: [
      command(COMMANDS, commands.linkSlackAccount, (link: Link) => [link]),
      action(ACTIONS, actions.linkSlack, (link: Link) => [link]),
    ],
  }),
  deed({
    by: ["admin"],
    arrange: async (world: World) => {
      for (const role of ["viewer", "triager", "approver"] as const)
        await commands.unlinkSlackAccount(await world.people[role].scope());
      await commands.unlinkSlackAccount(await world.elsewhere.admin.scope());
      await linkedByAdmin(world);
    },
    // They have no account, and the administrator's stays.
    wrongRole: "untouched",
    foreign: "untouched",
    wrongState: again("untouched"),
    stale: { none: "an account that is unlinked stays so, whatever was seen" },
    doors: [
      command(COMMANDS, commands.unlinkSlackAccount, () => []),
      action(ACTIONS, actions.unlinkSlack, () => [{}]),
    ],
  }),
  deed({
    ...ofSlack,
    wrongState: [
      ...unproven.map(({ is, code, over }) => ({
        ...{ is, code },
        arrange: async () => ({ ...(await aSignature()), ...over }),
      })),
      { is: "not set up", code: "NOT_FOUND", make: notSetUp },
    ],
    doors: [
      route("POST /api/slack/commands", (one: Signed) => signed(COMMAND, one)),
      route("POST /api/slack/interactions", (one: Signed) => signed(PRESS, one)),
    ],
  }),
  deed({
    ...ofSlack,
    wrongState: { none: "without a signature there is nothing to read in any state" },
    by: [],
    noSession: "UNAUTHENTICATED",
    foreignOrigin: "UNAUTHENTICATED",
    wrongRole: "UNAUTHENTICATED",
    doors: ROUTES.map((path) => route(`POST ${path}`, (_: Signed) => ({ form: COMMAND }))),
  }),
  deed({
    ...ofSlack,
    by: [],
    wrongState: { none: "the method is not there in any state" },
    noSession: "METHOD_NOT_ALLOWED",
    foreignOrigin: "METHOD_NOT_ALLOWED",
    wrongRole: "METHOD_NOT_ALLOWED",
    doors: ROUTES.flatMap((path) =>
      ["GET", "PUT", "PATCH", "DELETE"].map((method) => route(`${method} ${path}`, (_: Signed) => ({}))),
    ),
  }),
];

export const decidingInSlack: readonly Row[] = [
  deed({
    by: ["approver", "admin"],
    arrange: aDecidableCall,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: [
      ...again("ALREADY_DECIDED"),
      ...CLOSED,
      {
        is: "of a tenant that lets nothing be decided in Slack",
        code: "FORBIDDEN",
        make: (_: Held, world: World) => nothingDecided(world),
      },
    ],
    stale: { code: "STALE_VIEW", seen: asItWas },
    doors: [inSlack("approve"), inSlack("reject")],
  }),
  deed({
    by: ["approver", "admin"],
    arrange: aHeldCall,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: CLOSED,
    stale: { code: "STALE_VIEW", seen: asItWas },
    doors: [extendingInSlack()],
  }),
];
