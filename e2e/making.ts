import { tellEscalated } from "@/lib/approvals/escalation";
import { releaseHeld } from "@/lib/approvals/release";
import { remind } from "@/lib/approvals/reminders";
import { createTokenFor } from "@/lib/auth/credentials/tokens";
import { createUser } from "@/lib/auth/people/commands";
import { savePreferences } from "@/lib/auth/people/preferences";
import { createUserSchema } from "@/lib/auth/schema";
import { openSession } from "@/lib/auth/sessions/commands";
import { SESSION_SECONDS, sealSessionId, sessionCookieName } from "@/lib/auth/sessions/cookie";
import { addDevice, preparePush } from "@/lib/channels/push/commands";
import type { Subscription } from "@/lib/channels/push/types";
import { ingest } from "@/lib/core/db";
import { SECOND_MS } from "@/lib/core/durations";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/ids";
import { proveScope, type Role, systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { registerGateway } from "@/lib/gateways/registration";
import { createGatewaySchema } from "@/lib/gateways/schema";
import { modelOf } from "@/lib/intents/stored-vectors";
import { runOnce as tellOnce } from "@/lib/intents/templates/worker";
import { stopLink } from "@/lib/notifications/stop-links";
import { runOnce as walkOnce } from "@/lib/signals/attempts/worker";
import { runOnce as proveOnce } from "@/lib/signals/findings/proofs/worker";
import { judgeFor } from "@/lib/signals/findings/purposes/worker";
import { suggestFor } from "@/lib/signals/suggestions/worker";
import { updateTenantSettings } from "@/lib/tenants/commands";
import { getTenantByKey } from "@/lib/tenants/queries";
import { tenantSettingsSchema } from "@/lib/tenants/schema";
import { freePort } from "../scripts/free-port.mjs";
import { appInfo } from "./app";
import { token } from "./token";

// Creates people, gateways and keys in the running app's database with the product's own commands,
// in the test's process. The command line takes seconds to start and has its own tests. Bundled for
// the run: see made.ts.

const scope = systemScope("command line");

let isOnTheApp = false;

/** Has the product's code in this process find the running app's database, and no process that a spec starts. */
function onTheApp(): void {
  if (isOnTheApp) return;
  const { database, url } = appInfo();
  const { DATABASE_URL, AUTH_SECRET, PUBLIC_URL, PUSH_ALLOW_CIDRS } = process.env;
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    AUTH_SECRET: database.secret,
    PUBLIC_URL: url,
    PUSH_ALLOW_CIDRS: "127.0.0.0/8",
  });
  env(); // read once, at its first use
  for (const [name, value] of Object.entries({
    DATABASE_URL,
    AUTH_SECRET,
    PUBLIC_URL,
    PUSH_ALLOW_CIDRS,
  }))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  isOnTheApp = true;
}

export type SomebodyMade = { id: string; email: string; name: string; password: string };

/**
 * A person who can sign in with a password; for every tenant by default. After an act they stay on
 * its page, unless `openNext`: most specs look at what it left there.
 */
export async function aPersonWith(
  role: Role,
  given: { name?: string; tenants?: string[]; email?: string; openNext?: boolean } = {},
): Promise<SomebodyMade> {
  onTheApp();
  const {
    name = `Own ${token()}`,
    tenants,
    email = `${role}-${token()}@example.test`,
    openNext = false,
  } = given;
  const password = `long enough ${token()}${token()}`;
  const { id } = await createUser(
    scope,
    createUserSchema.parse({ email, name, role, password, ...(tenants ? { tenants } : {}) }),
  );
  const actor = { kind: "user", id, name, email, role, via: "session", credentialId: newId() } as const;
  await savePreferences(proveScope(actor, [], { unlimited: true }), { openNext });
  return { id, email, name, password };
}

/** The cookies of a signed-in browser. The form has its own specs. */
export async function aSessionOf(person: { id: string }) {
  onTheApp();
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0";
  const session = await openSession(person.id, { provider: "credentials", userAgent });
  const expires = Math.floor(Date.now() / 1_000) + SESSION_SECONDS;
  const cookie = {
    name: sessionCookieName(),
    value: await sealSessionId(session),
    domain: new URL(appInfo().url).hostname,
    path: "/",
    expires,
    httpOnly: true,
    secure: false,
    sameSite: "Lax" as const,
  };
  return { cookies: [cookie], origins: [] };
}

/** The link in a mail that ends mails about waiting calls. */
export async function aStopLink(person: { id: string }): Promise<string> {
  onTheApp();
  return stopLink(person.id, "waits", "email");
}

/** A personal token of a person. */
export async function aTokenOf(email: string): Promise<string> {
  onTheApp();
  return (await createTokenFor(scope, email)).token;
}

export type TestGateway = { name: string; key: string; secret: string; callbackPort: number };

/** A new gateway with a callback URL on this machine. */
export async function aGateway(...tenants: string[]): Promise<TestGateway> {
  const callbackPort = await freePort();
  const callbackUrl = `http://127.0.0.1:${callbackPort}/hooks/countersign`;
  return { ...(await made({ tenants, callbackUrl })), callbackPort };
}

export async function aPollingGateway(
  tenant: string,
  name = `gateway-${token()}`,
): Promise<Omit<TestGateway, "callbackPort">> {
  return made({ name, tenants: [tenant] });
}

async function made(given: { name?: string; tenants: string[]; callbackUrl?: string }) {
  onTheApp();
  const input = createGatewaySchema.parse({ name: `gateway-${token()}`, ...given });
  const { gateway, secret } = await registerGateway(scope, input);
  const { key } = await createKey(scope, gateway.id, input.tenants);
  return { name: input.name, key, secret };
}

/** Changes a tenant's settings, with the API's names. */
export async function setTenant(tenant: string, change: Record<string, unknown>): Promise<void> {
  onTheApp();
  await updateTenantSettings(scope, tenant, tenantSettingsSchema.parse(change));
}

export async function releaseNow(id: string): Promise<void> {
  onTheApp();
  const [call] = await ingest(
    scope,
    (tx) => tx.$queryRaw<{ tenantId: string }[]>`
      update approvals set release_at = clock_timestamp() where id = ${id}::uuid and release_at is not null
      returning tenant_id as "tenantId"`,
  );
  if (call) await releaseHeld({ ...call, id });
}

/** As if a call had waited so much longer, and the worker had looked at it then. */
export async function waitLonger(id: string, seconds: number): Promise<void> {
  onTheApp();
  const [call] = await ingest(
    scope,
    (tx) => tx.$queryRaw<{ tenantId: string }[]>`
      update approvals set created_at = created_at - make_interval(secs => ${seconds}::int),
        escalate_at = escalate_at - make_interval(secs => ${seconds}::int),
        decide_by = decide_by - make_interval(secs => ${seconds}::int),
        remind_at = remind_at - make_interval(secs => ${seconds}::int)
      where id = ${id}::uuid returning tenant_id as "tenantId"`,
  );
  if (!call) return;
  await tellEscalated(call.tenantId);
  await remind(call.tenantId);
}

/** Assigns all reported calls to attempts, without the worker's delay for late ones. */
export async function walkCalls(): Promise<void> {
  onTheApp();
  while (await walkOnce(undefined, { lagMs: -SECOND_MS }));
}

/** Assigns a tenant's rationales to templates, without the worker's delay for late ones. */
export async function tellRationales(tenant: string): Promise<void> {
  onTheApp();
  const { id } = await getTenantByKey(scope, tenant);
  while (await tellOnce(modelOf(null), undefined, { lagMs: -SECOND_MS, only: id }));
}

/** Proves findings with all refused calls, without the worker's delay of minutes. */
export async function proveFindings(): Promise<void> {
  await walkCalls();
  while (await proveOnce());
}

/**
 * Compares a tenant's calls with their tools' descriptions, without the worker's delay of minutes.
 */
export async function judgePurposes(tenant: string): Promise<void> {
  onTheApp();
  await judgeFor((await getTenantByKey(scope, tenant)).id);
}

/** Creates a tenant's suggestions, without the worker's delay of an hour. */
export async function makeSuggestions(tenant: string): Promise<void> {
  onTheApp();
  await suggestFor((await getTenantByKey(scope, tenant)).id);
}

/** Links a Slack account to a person, as the link from Slack does. */
export async function linkSlackOf(person: { id: string }, slackUserId: string): Promise<void> {
  onTheApp();
  const account = { userId: person.id, teamId: "T1", slackUserId, name: slackUserId };
  await ingest(scope, (tx) => tx.slackAccount.create({ data: account }));
}

/** Registers a phone of a person with its push subscription. */
export async function aPhoneOf(person: SomebodyMade, subscription: Subscription): Promise<void> {
  onTheApp();
  const credentialId = await openSession(person.id, { provider: "credentials", userAgent: "Android Chrome" });
  const { id, name, email } = person;
  const actor = { kind: "user", id, name, email, role: "approver", via: "session", credentialId } as const;
  const own = proveScope(actor, [], { unlimited: true });
  const { publicKey } = await preparePush(own);
  await addDevice(own, { subscription, publicKey });
}
