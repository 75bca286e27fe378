import { hashPassword } from "@/lib/auth/credentials/password";
import * as actions from "@/lib/auth/people/actions";
import * as links from "@/lib/auth/people/links";
import { savePreferences } from "@/lib/auth/people/preferences";
import { changePassword, renameSelf } from "@/lib/auth/people/profile";
import * as signIn from "@/lib/auth/sign-in/actions";
import { createSetupLink } from "@/lib/auth/sign-in/setup";
import { SITE } from "@/lib/auth/testing/browser";
import { PASSWORD } from "@/lib/auth/testing/people";
import { ROLES } from "@/lib/auth/types";
import { ingest } from "@/lib/core/db";
import { aPerson, unique } from "@/lib/testing/factories";
import { action, again, command, openAction } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";

// Actions of people on their own account, and entry points without a session.

const ACTIONS = "lib/auth/people/actions.ts";

const SIGN_IN = "lib/auth/sign-in/actions.ts";

export const own = {
  by: ROLES,
  wrongRole: { none: "everybody may, about themselves" },
  foreign: { none: "it reaches nobody but oneself" },
  wrongState: { none: "a person can change themselves at any time" },
  stale: { none: "nobody else changes it" },
} as const;

type Name = { name: string };

const aName = async (): Promise<Name> => ({ name: unique("name") });

type Zone = { zone: string };

let turn = 0;

const aZone = async (): Promise<Zone> => {
  turn += 1;
  return { zone: turn % 2 === 0 ? "Europe/Berlin" : "Asia/Tokyo" };
};

type Passwords = { current: string; password: string; endOthers: boolean };

/** Resets everyone's password. */
async function aPassword(): Promise<Passwords> {
  const passwordHash = await hashPassword(PASSWORD);
  await ingest(system, (tx) => tx.user.updateMany({ data: { passwordHash } }));
  return { current: PASSWORD, password: `${PASSWORD} again`, endOthers: false };
}

const withoutPassword = () => ingest(system, (tx) => tx.user.updateMany({ data: { passwordHash: null } }));

const linkOnly = {
  by: ["anyone"],
  wrongRole: { none: "the link is the credential, and nobody is signed in" },
  foreign: { none: "the link says whose it is" },
  stale: { none: "a link shows nothing that could change" },
} as const;

type Secret = { id: string; token: string };

async function anInvitation({ everywhere, here }: World): Promise<Secret> {
  const email = `${unique("guest")}@example.test`;
  const guest = { email, role: "viewer" as const, tenants: [here.key], days: 3 };
  const { id, secret } = await links.invite(await everywhere.admin.scope(), guest);
  return { id, token: secret };
}

async function aPasswordLink({ everywhere, here }: World): Promise<Secret> {
  const person = await aPerson([here], "viewer");
  const admin = await everywhere.admin.scope();
  const { id, secret } = await links.createPasswordLink(admin, person.actor.id, 3);
  return { id, token: secret };
}

const revoked = {
  is: "revoked",
  code: "GONE",
  make: async ({ id }: Secret, { everywhere }: World) => links.revokeLink(await everywhere.admin.scope(), id),
} as const;

export const oneself: readonly Row[] = [
  deed({
    ...own,
    arrange: aName,
    doors: [
      command("lib/auth/people/profile.ts", renameSelf, ({ name }: Name) => [name]),
      action(ACTIONS, actions.renameAction, ({ name }: Name) => [{ name }]),
    ],
  }),
  deed({
    ...own,
    by: ["viewer"],
    arrange: aZone,
    doors: [
      command("lib/auth/people/preferences.ts", savePreferences, (one: Zone) => [one]),
      action(ACTIONS, actions.savePreferencesAction, (one: Zone) => [one]),
    ],
  }),
  deed({
    ...own,
    by: ["viewer"],
    arrange: aPassword,
    wrongState: [
      ...again("VALIDATION_ERROR"),
      { is: "without a password", code: "CONFLICT", make: withoutPassword },
    ],
    doors: [
      command("lib/auth/people/profile.ts", changePassword, (one: Passwords) => [one]),
      action(ACTIONS, actions.changePasswordAction, (one: Passwords) => [one]),
    ],
  }),
  deed({
    ...linkOnly,
    arrange: anInvitation,
    wrongState: [...again("GONE"), revoked],
    doors: [
      openAction(ACTIONS, actions.acceptInvitationAction, ({ token }: Secret) => [
        { token, name: "Maya", password: PASSWORD },
      ]),
    ],
  }),
  deed({
    ...linkOnly,
    arrange: aPasswordLink,
    wrongState: [...again("GONE"), revoked],
    doors: [
      openAction(ACTIONS, actions.resetPasswordAction, ({ token }: Secret) => [
        { token, password: PASSWORD },
      ]),
    ],
  }),
];

/** These end sessions and people, so nothing can run in their world afterwards. */
export const signingIn: readonly Row[] = [
  deed({
    ...own,
    by: ["admin"],
    everywhere: true,
    reads: true,
    arrange: aName,
    wrongRole: "FORBIDDEN",
    foreign: "FORBIDDEN",
    wrongState: [{ is: "asked a moment ago", code: "RATE_LIMITED" }],
    doors: [action(SIGN_IN, signIn.checkProviderAction, () => [{}])],
  }),
  deed({
    ...own,
    by: ["viewer"],
    arrange: aName,
    noSession: { none: "without a session there is nothing to end; the way to the sign-in is the same" },
    doors: [action(SIGN_IN, signIn.signOutAction, () => [])],
  }),
  deed({
    ...linkOnly,
    arrange: aSetupForm,
    foreignOrigin: "refused",
    wrongState: again("refused"),
    doors: [openAction(SIGN_IN, signIn.completeSetupAction, ({ form }: { form: FormData }) => [null, form])],
  }),
];

async function aSetupForm(): Promise<{ form: FormData }> {
  await ingest(system, (tx) => tx.user.deleteMany());
  const { url } = await createSetupLink(SITE);
  const form = new FormData();
  const token = new URL(url).searchParams.get("token") ?? "";
  const fields = { token, email: "ines@acme.example", name: "Ines", password: PASSWORD };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return { form };
}
