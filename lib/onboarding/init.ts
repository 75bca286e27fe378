import * as z from "zod";
import { createUser } from "@/lib/auth/people/commands";
import { createUserSchema, emailSchema } from "@/lib/auth/schema";
import { read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { systemScope } from "@/lib/core/scope";
import { addGatewayTenants, createGateway } from "@/lib/gateways/commands";
import { ensureKey } from "@/lib/gateways/keys";
import { getGatewayByName } from "@/lib/gateways/queries";
import { apiKeySchema, callbackUrlSchema, gatewayNameSchema, tenantKeysSchema } from "@/lib/gateways/schema";
import type { Gateway } from "@/lib/gateways/types";

// Setup variables; each group is complete or absent.

const adminSchema = createUserSchema.refine(({ password }) => password !== undefined, {
  path: ["password"],
  message: "a password",
});

const gatewaySchema = z.strictObject({
  name: gatewayNameSchema,
  key: apiKeySchema.optional(),
  callbackUrl: callbackUrlSchema.optional(),
  tenants: tenantKeysSchema,
});

export type InitRequest = {
  /** The password matters only until the person exists. */
  admin?: { email: string; password?: string };
  gateway?: { name: string; tenants: string[]; key?: string; callbackUrl?: string };
};

type InitResult = {
  admin?: "unchanged" | "created";
  gateway?: {
    id: string;
    name: string;
    state: "unchanged" | "created";
    key?: "unchanged" | "created" | "extended";
    /** Changing it also moves queued deliveries, which is not done here. */
    callbackUrl: string | null;
  };
};

const system = systemScope("initial set-up");

/**
 * Headless setup at every start: creates what is missing and changes nothing else. An existing
 * person keeps their password; a revoked key stays revoked.
 * @throws DomainError VALIDATION_ERROR naming the variable
 */
export async function initialize(request: InitRequest): Promise<InitResult> {
  const result: InitResult = {};
  if (request.admin) result.admin = await ensureAdmin(request.admin);
  if (request.gateway) result.gateway = await ensureGateway(request.gateway);
  return result;
}

async function ensureAdmin(admin: NonNullable<InitRequest["admin"]>): Promise<"unchanged" | "created"> {
  const variables = { email: "COUNTERSIGN_INIT_ADMIN_EMAIL", password: "COUNTERSIGN_INIT_ADMIN_PASSWORD" };
  const { email } = parse(z.object({ email: emailSchema }), admin, variables);
  const known = await read(system, (tx) => tx.user.findUnique({ where: { email } }));
  if (known) return "unchanged";
  const input = parse(adminSchema, { ...admin, role: "admin" }, variables);
  try {
    await createUser(system, input);
    return "created";
  } catch (error) {
    // Another process created the same person at the same time.
    if (error instanceof DomainError && error.code === "CONFLICT") return "unchanged";
    throw error;
  }
}

async function ensureGateway(
  asked: NonNullable<InitRequest["gateway"]>,
): Promise<NonNullable<InitResult["gateway"]>> {
  const input = parse(gatewaySchema, asked, {
    name: "COUNTERSIGN_INIT_GATEWAY",
    key: "COUNTERSIGN_INIT_GATEWAY_KEY",
    callbackUrl: "COUNTERSIGN_INIT_GATEWAY_CALLBACK_URL",
    tenants: "COUNTERSIGN_INIT_GATEWAY_TENANTS",
  });
  const { gateway, state } = await findOrCreate(input);
  const served = new Set(gateway.tenants.map((tenant) => tenant.key));
  if (input.tenants.some((key) => !served.has(key))) {
    await addGatewayTenants(system, gateway.id, input.tenants);
  }
  const key = input.key && (await ensureKey(system, gateway.id, input.key, input.tenants));
  const { id, name, callbackUrl } = gateway;
  return { id, name, state, callbackUrl, ...(key ? { key } : {}) };
}

async function findOrCreate(input: z.infer<typeof gatewaySchema>) {
  const { name, tenants, callbackUrl } = input;
  try {
    return { gateway: await getGatewayByName(system, name), state: "unchanged" as const };
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "NOT_FOUND")) throw error;
  }
  try {
    return {
      gateway: await createGateway(system, { name, tenants, callbackUrl }),
      state: "created" as const,
    };
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "CONFLICT")) throw error;
    const gateway: Gateway = await getGatewayByName(system, name);
    return { gateway, state: "unchanged" as const };
  }
}

function parse<T>(schema: z.ZodType<T>, input: unknown, variables: Record<string, string>): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = variables[String(issue?.path[0])] ?? "COUNTERSIGN_INIT_…";
  throw new DomainError(
    "VALIDATION_ERROR",
    `${name} is malformed: expected ${issue?.message}. None of it was set up; correct it and start again.`,
  );
}
