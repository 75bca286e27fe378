import { readFileSync } from "node:fs";
import { recordActivity } from "@/lib/activity/record";
import { change } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { systemScope } from "@/lib/core/scope";
import { moveCallback } from "@/lib/delivery/redirection";
import { assertCallbackTarget } from "@/lib/gateways/callback-url";
import { ensureSigningSecret } from "@/lib/gateways/signing-secrets";
import { type InitRequest, initialize } from "@/lib/onboarding/init";
import { listOf, readFlags } from "../input";
import type { Verb } from "../verb";

const PREFIX = "COUNTERSIGN_INIT_";
const scope = systemScope("initial set-up");

export const init: Verb = {
  usage: "init",
  async run(args) {
    readFlags(args, {});
    const { request, secret } = fromEnvironment(process.env);
    const callbackUrl = request.gateway?.callbackUrl;
    if (callbackUrl !== undefined) assertCallbackTarget(callbackUrl, env().callbackAllowCidrs);
    const { admin, gateway } = await setUp(request);
    const signing = gateway && secret ? await ensureSecret(gateway.id, secret) : undefined;
    const lines = [
      admin && `${request.admin?.email}: ${admin}`,
      gateway && `gateway ${gateway.name}: ${gateway.state}`,
      gateway?.key && `its key: ${gateway.key}`,
      signing && `its signing secret: ${signing}`,
    ].filter((line) => typeof line === "string");
    return {
      json: { admin, gateway: gateway && { ...gateway, signing_secret: signing } },
      lines: lines.length > 0 ? lines : [`Nothing to set up: no ${PREFIX}… variable is set.`],
    };
  },
};

/** Creates what is missing. Changing a callback URL also moves queued deliveries. */
export async function setUp(request: InitRequest) {
  const { admin, gateway: made } = await initialize(request);
  const wanted = request.gateway?.callbackUrl;
  if (made === undefined) return { admin };
  const { callbackUrl, ...gateway } = made;
  if (wanted !== undefined && wanted !== callbackUrl) await moveCallback(scope, gateway.id, wanted);
  return { admin, gateway };
}

/**
 * Setup requested by the environment.
 * @throws Error with one line naming the missing variable
 */
export function fromEnvironment(source: NodeJS.ProcessEnv): { request: InitRequest; secret?: string } {
  const value = (name: string) => {
    const file = source[`${PREFIX}${name}_FILE`];
    return source[PREFIX + name] || (file ? readFileSync(file, "utf8").trim() : undefined);
  };
  const [email, name, secret] = [value("ADMIN_EMAIL"), value("GATEWAY"), value("GATEWAY_SECRET")];
  const [key, callbackUrl, tenants] = [
    value("GATEWAY_KEY"),
    value("GATEWAY_CALLBACK_URL"),
    value("GATEWAY_TENANTS"),
  ];
  const missing = (variable: string, expected: string) =>
    new Error(`${PREFIX}${variable} is missing: expected ${expected}`);
  if (!email && value("ADMIN_PASSWORD")) throw missing("ADMIN_EMAIL", "the e-mail address of the password");
  if (!name && (key || secret || callbackUrl || tenants)) throw missing("GATEWAY", "the gateway's name");
  if (name && !tenants)
    throw missing("GATEWAY_TENANTS", "comma-separated tenant keys, for example acme,globex");
  if (callbackUrl && !secret) throw missing("GATEWAY_SECRET", "whsec_… to sign what the callback URL gets");
  const request: InitRequest = {
    ...(email ? { admin: { email, password: value("ADMIN_PASSWORD") } } : {}),
    ...(name ? { gateway: { name, tenants: listOf(tenants ?? ""), key, callbackUrl } } : {}),
  };
  return { request, secret };
}

async function ensureSecret(gatewayId: string, secret: string): Promise<string> {
  return change(scope, async (tx) => {
    const state = await ensureSigningSecret(tx, gatewayId, secret);
    if (state === "unchanged") return state;
    const about = { kind: "gateway", id: gatewayId };
    await recordActivity(tx, scope, `gateway.secret_${state}`, about);
    return state;
  });
}
