import { createOwnToken, createTokenFor, revokeToken } from "@/lib/auth/credentials/tokens";
import * as actions from "@/lib/auth/people/actions";
import * as commands from "@/lib/auth/people/commands";
import * as links from "@/lib/auth/people/links";
import { endSessionsOf, openSession, revokeSession } from "@/lib/auth/sessions/commands";
import * as signIn from "@/lib/auth/sign-in/actions";
import { endIdentityLink, linkIdentity } from "@/lib/auth/sign-in/identity-link";
import { ROLES } from "@/lib/auth/types";
import { proveScope, type Role } from "@/lib/core/scope";
import { aPerson, unique } from "@/lib/testing/factories";
import { action, again, command } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { administration } from "./gateways";

const ACTIONS = "lib/auth/people/actions.ts";

const COMMANDS = "lib/auth/people/commands.ts";

const LINKS = "lib/auth/people/links.ts";

const TOKENS = "lib/auth/credentials/tokens.ts";

const SIGN_IN = "lib/auth/sign-in/actions.ts";

const IDENTITIES = "lib/auth/sign-in/identity-link.ts";

const SESSIONS = "lib/auth/sessions/commands.ts";

type Someone = { id: string; email: string };

async function someone({ here }: World): Promise<Someone> {
  const { id, email } = (await aPerson([here], "viewer")).actor;
  return { id, email };
}

const off = ({ id }: Someone) => commands.disableUser(system, id);

async function someoneOff(world: World): Promise<Someone> {
  const person = await someone(world);
  await off(person);
  return person;
}

/** People cannot change their own role; another administrator has to. */
const oneself = {
  is: "oneself",
  code: "CONFLICT",
  arrange: async ({ everywhere: { admin } }: World) => ({ id: admin.id, email: admin.email }),
} as const;

type Guest = { email: string; role: Role; tenants: string[]; days: number };

const aGuest = async ({ here }: World): Promise<Guest> => ({
  email: `${unique("guest")}@example.test`,
  role: "viewer",
  tenants: [here.key],
  days: 3,
});

type Link = { id: string };

async function anInvitation(world: World): Promise<Link> {
  return links.invite(await world.everywhere.admin.scope(), await aGuest(world));
}

const revoked = async ({ id }: Link, { everywhere }: World) =>
  links.revokeLink(await everywhere.admin.scope(), id);

const invited = async (guest: Guest, { everywhere }: World) =>
  links.invite(await everywhere.admin.scope(), guest);

const existing = async ({ email, role }: Guest) => commands.createUser(system, { email, role });

async function anotherSession({ people }: World): Promise<Link> {
  return { id: await openSession(people.approver.id, { provider: "credentials" }) };
}

async function aToken({ people }: World): Promise<Link> {
  return createOwnToken(await people.approver.scope());
}

async function someoneSignedIn(world: World): Promise<Someone> {
  const person = await someone(world);
  await openSession(person.id, { provider: "credentials" });
  return person;
}

const aSubject = async () => ({ issuer: "https://id.example", subject: unique("sub") });

type Subject = Awaited<ReturnType<typeof aSubject>>;

async function someoneLinked(world: World): Promise<Someone> {
  const { actor } = await aPerson([world.here], "viewer");
  await linkIdentity(proveScope(actor, [world.here.id]), await aSubject());
  return { id: actor.id, email: actor.email };
}

const own = {
  by: ["approver"],
  // Another role is another person, who cannot end sessions of others.
  wrongRole: "NOT_FOUND",
  foreign: "NOT_FOUND",
  stale: { none: "nobody sees another state of it" },
} as const;

const administrators: readonly Row[] = [
  deed({
    ...administration,
    arrange: aGuest,
    wrongState: again("CONFLICT"),
    doors: [command(COMMANDS, commands.createUser, ({ email, role }: Guest) => [{ email, role }])],
  }),
  deed({
    ...administration,
    arrange: someone,
    wrongState: [...again("untouched"), oneself],
    doors: [
      command(COMMANDS, commands.setUserRole, ({ id }: Someone) => [id, "triager" as const]),
      action(ACTIONS, actions.setRoleAction, ({ id }: Someone) => [{ id, role: "triager" }]),
    ],
  }),
  deed({
    ...administration,
    arrange: someone,
    wrongState: [oneself],
    doors: [
      command(COMMANDS, commands.setUserTenants, ({ id }: Someone) => [id, null]),
      action(ACTIONS, actions.setLimitsAction, ({ id }: Someone) => [{ id, tenants: null }]),
    ],
  }),
  deed({
    ...administration,
    arrange: someone,
    wrongState: [...again("untouched"), oneself],
    doors: [
      command(COMMANDS, commands.disableUser, ({ id }: Someone) => [id]),
      action(ACTIONS, actions.disableAction, ({ id }: Someone) => [{ id }]),
    ],
  }),
  deed({
    ...administration,
    arrange: someoneOff,
    wrongState: again("untouched"),
    doors: [
      command(COMMANDS, commands.enableUser, ({ id }: Someone) => [id]),
      action(ACTIONS, actions.enableAction, ({ id }: Someone) => [{ id }]),
    ],
  }),
  deed({
    ...administration,
    arrange: aGuest,
    wrongState: [
      { is: "invited", code: "CONFLICT", make: invited },
      { is: "a person already", code: "CONFLICT", make: existing },
    ],
    doors: [
      command(LINKS, links.invite, (guest: Guest) => [guest]),
      action(ACTIONS, actions.inviteAction, (guest: Guest) => [guest]),
    ],
  }),
  deed({
    ...administration,
    arrange: anInvitation,
    wrongState: [{ is: "revoked", code: "NOT_FOUND", make: revoked }],
    doors: [
      command(LINKS, links.renewInvitation, ({ id }: Link) => [id, 3]),
      action(ACTIONS, actions.renewInvitationAction, ({ id }: Link) => [{ id, days: 3 }]),
    ],
  }),
  deed({
    ...administration,
    arrange: anInvitation,
    wrongState: again("NOT_FOUND"),
    doors: [
      command(LINKS, links.revokeLink, ({ id }: Link) => [id]),
      action(ACTIONS, actions.revokeLinkAction, ({ id }: Link) => [{ id }]),
    ],
  }),
  deed({
    ...administration,
    arrange: someone,
    wrongState: [{ is: "switched off", code: "CONFLICT", make: off }],
    doors: [
      command(LINKS, links.createPasswordLink, ({ id }: Someone) => [id, 3]),
      action(ACTIONS, actions.createPasswordLinkAction, ({ id }: Someone) => [{ userId: id, days: 3 }]),
    ],
  }),
  deed({
    ...administration,
    arrange: someone,
    wrongState: [{ is: "switched off", code: "NOT_FOUND", make: off }],
    doors: [command(TOKENS, createTokenFor, ({ email }: Someone) => [email])],
  }),
  deed({
    ...administration,
    arrange: someoneSignedIn,
    wrongState: again("untouched"),
    doors: [
      command(SESSIONS, endSessionsOf, ({ id }: Someone) => [id]),
      action(ACTIONS, actions.endSessionsAction, ({ id }: Someone) => [{ id }]),
    ],
  }),
  deed({
    ...administration,
    arrange: someoneLinked,
    wrongState: again("CONFLICT"),
    doors: [
      command(IDENTITIES, endIdentityLink, ({ id }: Someone) => [id]),
      action(SIGN_IN, signIn.endIdentityLinkAction, ({ id }: Someone) => [{ id }]),
    ],
  }),
];

const owners: readonly Row[] = [
  deed({
    ...own,
    arrange: anotherSession,
    wrongState: again("NOT_FOUND"),
    doors: [
      command(SESSIONS, revokeSession, ({ id }: Link) => [id]),
      action(ACTIONS, actions.endSessionAction, ({ id }: Link) => [{ id }]),
    ],
  }),
  deed({
    ...own,
    arrange: aToken,
    wrongState: again("untouched"),
    doors: [
      command(TOKENS, revokeToken, ({ id }: Link) => [id]),
      action(ACTIONS, actions.revokeTokenAction, ({ id }: Link) => [{ id }]),
    ],
  }),
  deed({
    ...own,
    by: ROLES,
    arrange: aSubject,
    wrongRole: { none: "everybody may link their own account" },
    foreign: { none: "it reaches nobody but oneself" },
    wrongState: [{ is: "linked already", code: "untouched" }],
    doors: [command(IDENTITIES, linkIdentity, (subject: Subject) => [subject])],
  }),
  deed({
    ...own,
    by: ROLES,
    arrange: async () => ({ name: unique("token") }),
    wrongRole: { none: "a token has its owner's own role, so that everybody may have one" },
    foreign: { none: "a token belongs to a person, not to a tenant" },
    wrongState: { none: "a new token has no state" },
    doors: [
      command(TOKENS, createOwnToken, ({ name }: { name: string }) => [30, name]),
      action(ACTIONS, actions.createTokenAction, ({ name }: { name: string }) => [{ name, days: 30 }]),
    ],
  }),
];

export const people: readonly Row[] = [...administrators, ...owners];
