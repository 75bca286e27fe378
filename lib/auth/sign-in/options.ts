import type { NextAuthOptions } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { systemScope } from "@/lib/core/scope";
import { isPassword } from "../credentials/password";
import { countSignIn, noteSignIn } from "../credentials/throttle";
import { passkeyResponseSchema } from "../passkeys/schema";
import { findSignedIn } from "../passkeys/sign-in";
import { signsInWithPasskeys } from "../passkeys/site";
import { credentialsSchema } from "../schema";
import { endSession, openSession } from "../sessions/commands";
import { SESSION_SECONDS, secureCookies } from "../sessions/cookie";
import { deviceIn } from "../sessions/device";
import { findSessionScope } from "../sessions/session-scope";
import { coded, noted, refused } from "./attempts";
import { claimedGroups, ownGroups, parseGroupMap, parseRoleMap, roleFromGroups } from "./claimed-groups";
import type { Subject } from "./identity-link";
import { PASSKEY_UNKNOWN } from "./refusals";
import { signOn } from "./single-sign-on";

const PROVIDER_TIMEOUT_MS = 10_000;

const system = systemScope("sign-in");

type Providers = NextAuthOptions["providers"];

type Claims = Record<string, unknown>;

type UserinfoRequest = NonNullable<Exclude<OAuthConfig<Claims>["userinfo"], string | undefined>["request"]>;

type Client = Parameters<UserinfoRequest>[0]["client"];

// next-auth types the token set by its members; the set itself arrives, so that the subject is
// compared.
type AccessTokens = Parameters<Client["userinfo"]>[0];

type SignInRequest = {
  /** Stored with the session, so that a person recognises their browsers. */
  userAgent: string | null;
  device?: string;
  opened?: (sessionId: string) => void;
  /** Handles an identity instead of a sign-in; returns the redirect. */
  link?: (identity: Subject) => Promise<string>;
};

const LOGGER: NextAuthOptions["logger"] = {
  error: (code, metadata) => log().warn({ code, reason: reasonOf(metadata) }, "sign-in failed"),
  warn: () => undefined,
  debug: () => undefined,
};

/** next-auth's options for one request; its callbacks share that request's results. */
export function authOptions({ userAgent, device, opened, link }: SignInRequest): NextAuthOptions {
  const config = env();
  let signedOn: string | undefined;
  return {
    secret: config.AUTH_SECRET,
    useSecureCookies: secureCookies(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/signin", error: "/signin" },
    providers: [
      ...(config.PASSWORD_SIGN_IN === "on" ? [passwordProvider(device)] : []),
      ...(signsInWithPasskeys() ? [passkeyProvider()] : []),
      ...(config.OIDC_ISSUER ? [oidcProvider(config.OIDC_ISSUER)] : []),
    ],
    callbacks: {
      async signIn({ user, account, profile }) {
        if (account?.type === "credentials") {
          signedOn = user.id;
          return true;
        }
        const claims = (profile ?? {}) as Claims;
        if (link) return link(identityOf(claims));
        const result = await coded(() => signOn(identityOf(claims), trustIn()));
        if ("refused" in result) return `/signin?error=${refused("oidc", result.refused)}`;
        signedOn = result.userId;
        return true;
      },
      async jwt({ token, account }) {
        if (!account) return token;
        if (signedOn === undefined) throw new Error("a session was asked for before anybody signed in");
        const sid = await openSession(signedOn, { provider: account.provider, userAgent });
        opened?.(sid);
        return { sid };
      },
      async session({ session, token }) {
        const scope = typeof token.sid === "string" ? await findSessionScope(token.sid) : null;
        if (!scope) return {} as typeof session;
        const { id, name, email, role } = scope.actor;
        return { expires: session.expires, user: { id, name, email, role } };
      },
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === "string") await endSession(token.sid);
      },
    },
    logger: LOGGER,
  };
}

/**
 * The person with this address and password, or null: an unknown address takes as long as a wrong
 * password.
 * @throws DomainError RATE_LIMITED
 */
async function checkPassword(
  email: string,
  password: string,
  deviceMark?: string,
): Promise<{ id: string } | null> {
  const device = deviceIn(deviceMark, email, new Date());
  await countSignIn(email, device);
  const user = await read(system, (tx) => tx.user.findUnique({ where: { email } }));
  const matches = await isPassword(password, user?.passwordHash ?? null);
  if (!user || !matches || user.disabledAt) return null;
  await noteSignIn(email, device);
  return { id: user.id };
}

function passwordProvider(device: string | undefined): Providers[number] {
  return {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: { email: {}, password: { type: "password" } },
    async authorize(raw: unknown) {
      const parsed = credentialsSchema.safeParse(raw);
      return noted("password", async () =>
        parsed.success ? checkPassword(parsed.data.email, parsed.data.password, device) : null,
      );
    },
  };
}

function passkeyProvider(): Providers[number] {
  return {
    id: "passkey",
    name: "Passkey",
    type: "credentials",
    credentials: { response: {} },
    async authorize(raw: unknown) {
      const parsed = passkeyResponseSchema.safeParse(jsonIn(raw));
      const found = await noted("passkey", async () => (parsed.success ? findSignedIn(parsed.data) : null));
      if (found === null) throw new Error(PASSKEY_UNKNOWN);
      return found;
    },
  };
}

function jsonIn(form: unknown): unknown {
  try {
    return JSON.parse(String((form as { response?: unknown } | null)?.response));
  } catch {
    return null;
  }
}

function oidcProvider(issuer: string): OAuthConfig<Claims> {
  return {
    id: "oidc",
    name: "Single sign-on",
    type: "oauth",
    wellKnown: `${issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`,
    clientId: env().OIDC_CLIENT_ID,
    clientSecret: env().OIDC_CLIENT_SECRET,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: "openid email profile" } },
    httpOptions: { timeout: PROVIDER_TIMEOUT_MS },
    userinfo: {
      // Providers put addresses and groups in different places; the signed token wins over
      // userinfo.
      async request({ tokens, client }) {
        const signed = claimsOf(tokens.id_token ?? "");
        const asked = client.issuer.metadata.userinfo_endpoint
          ? await client.userinfo(tokens as AccessTokens)
          : {};
        return { ...asked, ...signed };
      },
    },
    profile: (claims) => ({ id: String(claims.sub), email: null, name: null }),
  };
}

function trustIn(): { assumesVerified: boolean } {
  return { assumesVerified: env().OIDC_ASSUME_EMAIL_VERIFIED === "on" };
}

function identityOf(claims: Claims) {
  const { OIDC_ROLE_CLAIM, OIDC_ROLE_MAP, OIDC_GROUP_CLAIM, OIDC_GROUP_MAP } = env();
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email: claims.email,
    emailVerified: claims.email_verified,
    name: claims.name,
    role: roleFromGroups(claimedGroups(claims, OIDC_ROLE_CLAIM), parseRoleMap(OIDC_ROLE_MAP)),
    groups: ownGroups(
      claimedGroups(claims, OIDC_GROUP_CLAIM ?? OIDC_ROLE_CLAIM),
      parseGroupMap(OIDC_GROUP_MAP),
    ),
  };
}

/** The claims of an ID token; openid-client has verified signature, issuer, audience and nonce. */
function claimsOf(idToken: string): Claims & { sub: string } {
  const payload: unknown = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString("utf8"));
  return payload as Claims & { sub: string };
}

/** Only the message: other parts of next-auth's logs may contain codes and tokens. */
function reasonOf(metadata: unknown): string {
  const error = metadata instanceof Error ? metadata : (metadata as { error?: unknown } | null)?.error;
  return error instanceof Error ? error.message : "unknown";
}
