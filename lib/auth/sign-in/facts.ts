import { env } from "@/lib/core/env";
import type { UserScope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { listGroups } from "../groups/queries";
import { parseGroupMap, parseRoleMap } from "./claimed-groups";
import type { SignInFacts } from "./types";

/**
 * The sign-in configuration from the environment; never the client's secret.
 * @throws DomainError FORBIDDEN
 */
export async function getSignInFacts(scope: UserScope): Promise<SignInFacts> {
  assertMayAdministerAll(scope, "see how people sign in");
  const {
    PASSWORD_SIGN_IN,
    OIDC_ISSUER,
    OIDC_CLIENT_ID,
    OIDC_ROLE_CLAIM,
    OIDC_ROLE_MAP,
    OIDC_GROUP_CLAIM,
    OIDC_GROUP_MAP,
    PUBLIC_URL,
    OIDC_ASSUME_EMAIL_VERIFIED,
  } = env();
  const roles = [...parseRoleMap(OIDC_ROLE_MAP)].map(([group, role]) => ({ group, role }));
  const there = new Set((await listGroups(scope)).map(({ name }) => name));
  const groups = [...parseGroupMap(OIDC_GROUP_MAP)].map(([group, own]) => ({
    ...{ group, own },
    isThere: there.has(own),
  }));
  return {
    password: PASSWORD_SIGN_IN === "on",
    provider: OIDC_ISSUER
      ? {
          issuer: OIDC_ISSUER,
          clientId: OIDC_CLIENT_ID ?? "",
          claim: OIDC_ROLE_CLAIM ?? null,
          roles,
          groupClaim: OIDC_GROUP_CLAIM ?? OIDC_ROLE_CLAIM ?? null,
          groups,
          assumesVerified: OIDC_ASSUME_EMAIL_VERIFIED === "on",
        }
      : null,
    redirectUri: `${PUBLIC_URL}/api/auth/callback/oidc`,
    envLines: [
      `OIDC_ISSUER=${OIDC_ISSUER ?? "https://id.example.com/realms/acme"}`,
      `OIDC_CLIENT_ID=${OIDC_CLIENT_ID ?? "countersign"}`,
      "OIDC_CLIENT_SECRET=…",
      `OIDC_ROLE_CLAIM=${OIDC_ROLE_CLAIM ?? "groups"}`,
      `OIDC_ROLE_MAP=${OIDC_ROLE_MAP ?? "ops=approver,leads=admin"}`,
      `OIDC_GROUP_MAP=${OIDC_GROUP_MAP ?? "sre-on-call=on-call"}`,
    ].join("\n"),
  };
}
