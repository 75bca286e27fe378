import { read } from "@/lib/core/db";
import type { RiskWord } from "@/lib/core/risk";
import { Prisma } from "@/lib/generated/prisma/client";
import { candidatesOf, type RatedRow, type ToolForCall, toolForCall } from "@/lib/tools/queries";
import type { TestGateway, TestTenant } from "./factories";

type Call = { provider?: string | null; name: string; requestRisk?: RiskWord | null };

export function findToolOfCall(gateway: TestGateway, tenant: TestTenant, call: Call): Promise<ToolForCall> {
  const columns = {
    gateway: Prisma.sql`${gateway.id}::uuid`,
    tenant: Prisma.sql`${tenant.id}::uuid`,
    provider: Prisma.sql`${call.provider ?? null}::text`,
    name: Prisma.sql`${call.name}::text`,
  };
  return read(gateway.scope, async (tx) => {
    const [row] = await tx.$queryRaw<{ candidates: RatedRow[] | null }[]>`
      select ${candidatesOf(columns)} as candidates`;
    return toolForCall(row?.candidates ?? null, call.requestRisk ?? null);
  });
}
