"use server";

import { cookies } from "next/headers";
import { env } from "@/lib/core/env";
import { type ActionRefusal, personAction, publicAction } from "../action";
import { createOwnToken, revokeToken } from "../credentials/tokens";
import { endSessionsOf, revokeSession } from "../sessions/commands";
import { secureCookies } from "../sessions/cookie";
import { disableUser, enableUser, setUserRole, setUserTenants } from "./commands";
import { acceptInvitation, resetPassword } from "./link-use";
import * as links from "./links";
import { preferencesChangeSchema, savePreferences } from "./preferences";
import { changePassword, renameSelf } from "./profile";
import { deleteView, renameView } from "./saved-views";
import {
  acceptInvitationSchema,
  changePasswordSchema,
  createTokenSchema,
  deleteViewInput,
  idSchema,
  inviteSchema,
  passwordLinkSchema,
  renameSchema,
  renameViewInput,
  renewInvitationSchema,
  resetPasswordSchema,
  setLimitsSchema,
  setRoleSchema,
} from "./schema";
import {
  CHOSEN_ZONE_COOKIE,
  DENSITY_COOKIE,
  MIRROR_SECONDS,
  type PreferencesChange,
  THEME_COOKIE,
  type UserPreferences,
} from "./types";

type Answer<T = object> = Promise<({ ok: true } & T) | ActionRefusal>;

export type ShownLink = { url: string; email: string; expiresAt: Date };

function shown({ secret, email, expiresAt }: links.IssuedLink): ShownLink {
  return { url: `${env().PUBLIC_URL}/invite/${secret}`, email, expiresAt };
}

/** Invites a person; only the response has the link. */
export async function inviteAction(input: object): Answer<ShownLink> {
  return personAction(inviteSchema, input, async (scope, given) => shown(await links.invite(scope, given)));
}

/** A new link for an open invitation; the old one stops working. */
export async function renewInvitationAction(input: object): Answer<ShownLink> {
  return personAction(renewInvitationSchema, input, async (scope, { id, days }) =>
    shown(await links.renewInvitation(scope, id, days)),
  );
}

/** Revokes an invitation, or a link to a new password. */
export async function revokeLinkAction(input: object): Answer {
  return personAction(idSchema, input, (scope, { id }) => links.revokeLink(scope, id));
}

export async function createPasswordLinkAction(input: object): Answer<ShownLink> {
  return personAction(passwordLinkSchema, input, async (scope, { userId, days }) =>
    shown(await links.createPasswordLink(scope, userId, days)),
  );
}

export async function setRoleAction(input: object): Answer {
  return personAction(setRoleSchema, input, async (scope, { id, role }) => {
    await setUserRole(scope, id, role);
    return {};
  });
}

export async function setLimitsAction(input: object): Answer {
  return personAction(setLimitsSchema, input, async (scope, { id, tenants }) => {
    await setUserTenants(scope, id, tenants);
    return {};
  });
}

/** Disables a person: ends all sessions and refuses tokens. */
export async function disableAction(input: object): Answer {
  return personAction(idSchema, input, async (scope, { id }) => {
    await disableUser(scope, id);
    return {};
  });
}

export async function enableAction(input: object): Answer {
  return personAction(idSchema, input, async (scope, { id }) => {
    await enableUser(scope, id);
    return {};
  });
}

export async function endSessionAction(input: object): Answer {
  return personAction(idSchema, input, (scope, { id }) => revokeSession(scope, id));
}

/** Ends all sessions of a person; of the caller, all except this one. */
export async function endSessionsAction(input: object): Answer<{ ended: number }> {
  return personAction(idSchema, input, (scope, { id }) => endSessionsOf(scope, id));
}

/** Creates a personal token; only the response has it. */
export async function createTokenAction(input: object): Answer<{ token: string; name: string }> {
  return personAction(createTokenSchema, input, async (scope, { name, days }) => {
    const made = await createOwnToken(scope, days, name);
    return { token: made.token, name: made.name };
  });
}

export async function revokeTokenAction(input: object): Answer {
  return personAction(idSchema, input, (scope, { id }) => revokeToken(scope, id));
}

export async function renameAction(input: object): Answer<{ name: string }> {
  return personAction(renameSchema, input, (scope, { name }) => renameSelf(scope, name));
}

export async function changePasswordAction(input: object): Answer<{ ended: number }> {
  return personAction(changePasswordSchema, input, changePassword);
}

/** The form of an invited person. Without a session: the link is the credential. */
export async function acceptInvitationAction(input: object): Answer<{ email: string }> {
  return publicAction(acceptInvitationSchema, input, acceptInvitation);
}

export async function resetPasswordAction(input: object): Answer<{ email: string }> {
  return publicAction(resetPasswordSchema, input, resetPassword);
}

/** Theme and density are also set as cookies, which the next page reads first. */
export async function savePreferencesAction(
  change: PreferencesChange,
): Promise<{ ok: true; preferences: UserPreferences } | ActionRefusal> {
  return personAction(preferencesChangeSchema, change, async (scope, input) => {
    const preferences = await savePreferences(scope, input);
    await mirrorInCookies(input, preferences);
    return { preferences };
  });
}

async function mirrorInCookies(changed: PreferencesChange, now: UserPreferences): Promise<void> {
  const jar = await cookies();
  const options = { path: "/", maxAge: MIRROR_SECONDS, sameSite: "lax", secure: secureCookies() } as const;
  if (changed.theme) jar.set({ name: THEME_COOKIE, value: now.theme, ...options });
  if (changed.zone !== undefined) jar.set({ name: CHOSEN_ZONE_COOKIE, value: now.zone ?? "", ...options });
  if (changed.density) jar.set({ name: DENSITY_COOKIE, value: now.density, ...options });
}

export async function renameViewAction(input: { id: string; name: string }): Answer {
  return personAction(renameViewInput, input, renameView);
}

export async function deleteViewAction(input: { id: string }): Answer {
  return personAction(deleteViewInput, input, (scope, { id }) => deleteView(scope, id));
}
