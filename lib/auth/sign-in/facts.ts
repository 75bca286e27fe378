import { env } from "@/lib/core/env";
import type { UserScope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { parseRoleMap } from "./role-map";
import type { SignInFacts } from "./types";

/**
 * How people sign in, as the environment says; never the client's secret.
 * @throws DomainError FORBIDDEN
 */
export function getSignInFacts(scope: UserScope): SignInFacts {
  assertMayAdministerAll(scope, "see how people sign in");
  const {
    PASSWORD_SIGN_IN,
    OIDC_ISSUER,
    OIDC_CLIENT_ID,
    OIDC_ROLE_CLAIM,
    OIDC_ROLE_MAP,
    PUBLIC_URL,
    OIDC_ASSUME_EMAIL_VERIFIED,
  } = env();
  const roles = [...parseRoleMap(OIDC_ROLE_MAP)].map(([group, role]) => ({ group, role }));
  return {
    password: PASSWORD_SIGN_IN === "on",
    provider: OIDC_ISSUER
      ? {
          issuer: OIDC_ISSUER,
          clientId: OIDC_CLIENT_ID ?? "",
          claim: OIDC_ROLE_CLAIM ?? null,
          roles,
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
    ].join("\n"),
  };
}
