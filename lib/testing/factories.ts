import { randomBytes } from "node:crypto";
import type { Authorize } from "@/lib/approvals/schema";
import { SEEN_PARTS, type Seen } from "@/lib/approvals/types";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import { type GatewayScope, proveScope, type Role, systemScope, type UserScope } from "@/lib/core/scope";
import type { TenantSettings } from "@/lib/generated/prisma/client";
import { hintsOf } from "@/lib/tools/hints";

// Rows for tests, each set in its own tenant, so that test files can run in parallel.

const system = systemScope("tests");

/** What a call's page reports as seen before a decision, without folded parts. */
export const LOOKED: Seen = { visible_ms: 8_000, ms: 2_000, parts: [...SEEN_PARTS] };

export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString("hex")}`;
}

export type TestTenant = { id: string; key: string };

export async function aTenant(settings: Partial<TenantSettings> = {}): Promise<TestTenant> {
  const id = newId();
  const key = unique("tenant");
  await ingest(system, async (tx) => {
    await tx.tenant.create({ data: { id, key, name: key } });
    await tx.tenantSettings.create({ data: { tenantId: id, ...settings } });
  });
  return { id, key };
}

export type TestGateway = { id: string; name: string; scope: GatewayScope };

export async function aGateway(
  tenants: readonly TestTenant[],
  callbackUrl: string | null = null,
): Promise<TestGateway> {
  const id = newId();
  const name = unique("gateway");
  await ingest(system, async (tx) => {
    await tx.gateway.create({ data: { id, name, callbackUrl } });
    for (const tenant of tenants)
      await tx.gatewayTenant.create({ data: { gatewayId: id, tenantId: tenant.id } });
  });
  const ids = tenants.map((tenant) => tenant.id);
  return { id, name, scope: proveScope({ kind: "gateway", id, name, keyId: newId() } as const, ids) };
}

export async function aPerson(
  tenants: readonly TestTenant[],
  role: Role = "approver",
  name = unique("person"),
): Promise<UserScope> {
  const id = newId();
  const email = `${unique("p")}@example.test`;
  await ingest(system, async (tx) => {
    await tx.user.create({ data: { id, email, name, role, allTenants: false } });
    for (const tenant of tenants) await tx.membership.create({ data: { userId: id, tenantId: tenant.id } });
  });
  const actor = { kind: "user", id, name, email, role, via: "session", credentialId: newId() } as const;
  return proveScope(
    actor,
    tenants.map((tenant) => tenant.id),
  );
}

export async function aTool(
  gateway: TestGateway,
  tool: {
    provider?: string;
    name: string;
    risk?: "low" | "medium" | "high" | "critical";
    requiresConfirmation?: boolean;
    inputSchema?: string;
    description?: string;
    annotations?: string;
    category?: string;
    impact?: string;
  },
): Promise<{ id: string }> {
  const id = newId();
  const hints = hintsOf(tool.annotations ?? null);
  await ingest(system, async (tx) => {
    await tx.tool.create({
      data: {
        id,
        gatewayId: gateway.id,
        provider: tool.provider ?? "files",
        name: tool.name,
        risk: tool.risk,
        requiresConfirmation: tool.requiresConfirmation,
        category: tool.category,
        impact: tool.impact,
        version: 1,
      },
    });
    await tx.toolVersion.create({
      data: {
        toolId: id,
        version: 1,
        description: tool.description ?? "",
        inputSchema: tool.inputSchema ?? '{"type":"object"}',
        annotations: tool.annotations,
        readOnlyHint: hints.readOnly,
        destructiveHint: hints.destructive,
        definitionSha256: "0".repeat(64),
      },
    });
  });
  return { id };
}

/** The parsed body of an authorize call; high risk unless said otherwise. */
export function aCall(
  tenant: TestTenant,
  overrides: Partial<Authorize> & { argumentsText?: string } = {},
): Authorize {
  const { argumentsText = '{"path":"/tmp/a.txt","content":"hello"}', ...rest } = overrides;
  return {
    tenant: tenant.key,
    provider: "files",
    tool: "write_file",
    arguments: RawJson.parse(argumentsText),
    rationale: "The tests need this file to be written.",
    risk: "high",
    agent: "tester",
    ...rest,
  };
}
