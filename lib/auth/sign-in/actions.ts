"use server";

import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import type * as z from "zod";
import type { FieldError } from "@/lib/core/errors";
import { toDomainError } from "@/lib/core/outcome";
import { type ActionRefusal, personAction } from "../action";
import { assertSameOrigin } from "../origin";
import { emptySchema, idSchema } from "../people/schema";
import { setupSchema } from "../schema";
import { endSession } from "../sessions/commands";
import { secureCookies, sessionCookieName } from "../sessions/cookie";
import { currentUser } from "../sessions/current";
import { endIdentityLink } from "./identity-link";
import { checkProvider } from "./provider-check";
import { completeSetup } from "./setup";
import type { ProviderCheck } from "./types";

/** Asks the configured provider whether signing in can work. */
export async function checkProviderAction(
  input: object,
): Promise<({ ok: true } & ProviderCheck) | ActionRefusal> {
  return personAction(emptySchema, input, (scope) => checkProvider(scope));
}

export async function endIdentityLinkAction(input: object): Promise<{ ok: true } | ActionRefusal> {
  return personAction(idSchema, input, (scope, { id }) => endIdentityLink(scope, id));
}

/** The result of a form: `errors` name the fields, `message` has the rest. */
export type AuthActionResult = { ok: boolean; errors?: FieldError[]; message?: string };

/** Creates the first administrator. The page then signs in with the same credentials. */
export async function completeSetupAction(_previous: unknown, form: FormData): Promise<AuthActionResult> {
  try {
    assertSameOrigin(await headers());
    const parsed = setupSchema.safeParse(fieldsOf(form, ["token", "email", "name", "password"]));
    if (!parsed.success) return { ok: false, errors: parsed.error.issues.map(toFieldError) };
    await completeSetup(parsed.data);
    return { ok: true };
  } catch (thrown) {
    return { ok: false, message: toDomainError(thrown).message };
  }
}

/** Signs this browser out: the session ends on the server, the cookie goes. */
export async function signOutAction(): Promise<void> {
  assertSameOrigin(await headers());
  const scope = await currentUser();
  if (scope) await endSession(scope.actor.credentialId);
  await dropSessionCookie();
  redirect("/signin");
}

async function dropSessionCookie(): Promise<void> {
  // Browsers accept a change of a __Secure- cookie, including its removal, only with the attribute.
  const gone = {
    value: "",
    maxAge: 0,
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: secureCookies(),
  } as const;
  (await cookies()).set({ name: sessionCookieName(), ...gone });
}

/** Only the named fields, because forms also carry the framework's. */
function fieldsOf(form: FormData, names: readonly string[]): Record<string, string> {
  const text = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : "");
  return Object.fromEntries(names.map((name) => [name, text(form.get(name))]));
}

function toFieldError({ path, code, message }: z.core.$ZodIssue): FieldError {
  return { pointer: path.map((part) => `/${String(part)}`).join(""), code, message: `Expected ${message}.` };
}
