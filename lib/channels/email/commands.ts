import "server-only";
import { invalid } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import { saveSetting } from "../settings";
import type { SaveMailServer } from "./schema";
import { readStoredServer } from "./server";

/**
 * Stores the mail server. A password that is left out stays, but only for the same host and user.
 * @throws DomainError FORBIDDEN, VALIDATION_ERROR
 */
export async function saveMailServer(scope: Scope, given: SaveMailServer): Promise<void> {
  const { password, ...server } = given;
  const kept = password === null && given.user !== null ? await keptPassword(given) : password;
  await saveSetting(scope, "email", { ...server, password: kept });
}

/** A password must not go to a host that it was not typed for. */
async function keptPassword({ host, port, user }: SaveMailServer): Promise<string> {
  const stored = await readStoredServer();
  const isSame = stored?.host === host && stored.port === port && stored.user === user;
  if (isSame && stored.password !== null) return stored.password;
  throw invalid(
    "/password",
    "required",
    "The password is needed again, because the server or the user changed. Nothing was stored; type it.",
  );
}

/** @throws DomainError FORBIDDEN */
export async function removeMailServer(scope: Scope): Promise<void> {
  await saveSetting(scope, "email", null);
}
