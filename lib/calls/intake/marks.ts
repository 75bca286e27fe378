import type { Tx } from "@/lib/core/db";
import type { GatewayScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { candidatesOf, type RatedRow, type ToolForCall, toolForCall } from "@/lib/tools/queries";
import { alwaysWaits, compareRisk } from "@/lib/tools/rating";
import { outcomeClass } from "../rules";
import type { ToolCallInput } from "../schema";
import type { CallRow } from "../wire";
import type { Row } from "./commands";
import { storedOutcome } from "./rules";

type Mark = Pick<CallRow, "ranOn" | "ratedRisk">;

/** A row and, if it ran without a person, the word that it ran on. */
export type MarkedRow = Row & { mark: Mark | null };

/** Marks rows without a person by the current ratings; later ones change no mark. */
export async function withMarks(tx: Tx, scope: GatewayScope, rows: readonly Row[]): Promise<MarkedRow[]> {
  const asked = rows.filter(({ input }) => ranOnClaim(input));
  const candidates = asked.length === 0 ? new Map<string, RatedRow[]>() : await loadTools(tx, scope, asked);
  return rows.map((row) => {
    const found = ranOnClaim(row.input) ? candidates.get(nameOf(row)) : undefined;
    return { ...row, mark: found ? markOf(toolForCall(found, row.input.risk ?? null), row.input) : null };
  });
}

const ranOnClaim = (input: ToolCallInput): boolean =>
  input.risk !== undefined &&
  input.approvalId === undefined &&
  outcomeClass(storedOutcome(input)) !== "governance";

function markOf(tool: ToolForCall, { risk }: ToolCallInput): Mark | null {
  if (tool.requiresConfirmation || !risk) return null;
  if (tool.onCallersWord) return { ranOn: "gateway_word", ratedRisk: null };
  const isByPerson = tool.source === "override" || tool.source === "tenant_override";
  return isByPerson && alwaysWaits(risk) && compareRisk(risk, tool.risk) > 0
    ? { ranOn: "rating_below_claim", ratedRisk: tool.risk }
    : null;
}

const nameOf = ({ tenantId, input }: Row) => JSON.stringify([tenantId, input.provider ?? null, input.tool]);

/** The catalogued tools that each row may mean; omits unknown names. */
async function loadTools(
  tx: Tx,
  scope: GatewayScope,
  rows: readonly Row[],
): Promise<Map<string, RatedRow[]>> {
  const names = new Map(rows.map((row) => [nameOf(row), row]));
  const asked = [...names].map(([key, { tenantId, input }]) => ({
    key,
    tenant: tenantId,
    provider: input.provider ?? null,
    name: input.tool,
  }));
  const found = await tx.$queryRaw<{ key: string; candidates: RatedRow[] | null }[]>`
    select c.key, ${candidatesOf({
      gateway: Prisma.sql`${scope.actor.id}::uuid`,
      tenant: Prisma.raw("c.tenant"),
      provider: Prisma.raw("c.provider"),
      name: Prisma.raw("c.name"),
    })} as candidates
    from json_to_recordset(${JSON.stringify(asked)}::json) as c(key text, tenant uuid, provider text, name text)`;
  return new Map(found.flatMap(({ key, candidates }) => (candidates ? [[key, candidates] as const] : [])));
}
