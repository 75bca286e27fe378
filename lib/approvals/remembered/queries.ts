import { read, readList } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { PAGE_LIMIT_DEFAULT } from "@/lib/core/limits";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { RULES_IN_FORCE } from "@/lib/tools/by-rule/queries";
import { ruleForName } from "@/lib/tools/by-rule/rules";
import type { RatingRule } from "@/lib/tools/by-rule/types";
import { candidatesOf, type RatedRow, toolForCall } from "@/lib/tools/queries";
import { mayDecide } from "../rules";
import { IS_OPEN, MAKER_MAY_DECIDE } from "./active-rules";
import { restorableBy } from "./commands";
import { ruleList } from "./list";
import { partWords } from "./rules";
import type { Part, Pause, RememberedRule, RuleState } from "./types";

type Row = Omit<
  RememberedRule,
  "tenant" | "parts" | "revoked" | "state" | "paused" | "mayRevoke" | "mayRestore"
> & {
  tenantKey: string;
  tenantName: string;
  parts: Part[];
  toolId: string | null;
  toolVersion: number | null;
  revokedAt: Date | null;
  revokedBy: string | null;
  isOpen: boolean;
  makerMayDecide: boolean;
  restorable: boolean;
  candidates: RatedRow[] | null;
  rules: RatingRule[] | null;
};

const rowsFor = (scope: UserScope) => Prisma.sql`
  select r.id, t.key as "tenantKey", t.name as "tenantName", g.name as gateway, r.provider, r.tool, r.tool_id as "toolId",
         r.tool_version as "toolVersion", r.risk::text, r.agent, r.any_agent as "anyAgent", r.on_behalf_of as "onBehalfOf", r.parts,
         r.approval_id as "approvalId", r.made_by_name as "madeBy", r.made_at as "madeAt", r.expires_at as "expiresAt", r.uses,
         r.uses_max as "usesMax", r.last_used_at as "lastUsedAt", r.revoked_at as "revokedAt", r.revoked_by_name as "revokedBy",
         ${IS_OPEN} as "isOpen", ${MAKER_MAY_DECIDE} as "makerMayDecide", ${restorableBy(scope)} as restorable, k.candidates,
         case when k.candidates is null then ${RULES_IN_FORCE} end as rules
  from remembered_rules r join tenants t on t.id = r.tenant_id join gateways g on g.id = r.gateway_id
    cross join lateral (select ${candidatesOf({
      gateway: Prisma.sql`r.gateway_id`,
      tenant: Prisma.sql`r.tenant_id`,
      provider: Prisma.sql`r.provider`,
      name: Prisma.sql`r.tool`,
    })} as candidates) k`;

function ruleOf({ actor }: UserScope, row: Row): RememberedRule {
  const {
    tenantKey,
    tenantName,
    toolId: _tool,
    toolVersion: _version,
    candidates: _c,
    rules: _r,
    ...rest
  } = row;
  const { revokedAt, revokedBy, isOpen, makerMayDecide: _maker, restorable, parts, ...own } = rest;
  return {
    ...own,
    tenant: { key: tenantKey, name: tenantName },
    parts: parts.map((part) => ({ path: part.path, is: part.is, words: partWords(part) })),
    revoked: revokedAt && revokedBy !== null ? { at: revokedAt, by: revokedBy } : null,
    state: isOpen ? "active" : "ended",
    paused: isOpen ? pauseOf(row) : null,
    mayRevoke: isOpen && mayDecide(actor.role),
    mayRestore: restorable && mayDecide(actor.role),
  };
}

/** Why an open rule pauses: a changed tool, or an author who may not decide any more. */
function pauseOf(row: Row): Pause | null {
  const { candidates, rules, risk, toolId, toolVersion, makerMayDecide } = row;
  // A risk that only the request claimed is assumed again.
  const now = toolForCall(candidates, risk, rules && ruleForName(rules, row.provider, row.tool));
  if ((now.tool?.id ?? null) !== toolId || (now.tool?.version ?? null) !== toolVersion) return "definition";
  if (now.risk !== risk) return "rating";
  return makerMayDecide ? null : "maker";
}

function inState(state: RuleState | undefined): Prisma.Sql {
  if (state === undefined) return Prisma.sql`true`;
  return state === "active" ? Prisma.sql`${IS_OPEN}` : Prisma.sql`not ${IS_OPEN}`;
}

type Asked = { state?: RuleState; tenant?: string; cursor?: string; limit?: number };

/**
 * A page of remembered rules, newest first.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export function listRules(
  scope: UserScope,
  { state, tenant, cursor, limit = PAGE_LIMIT_DEFAULT }: Asked,
): Promise<{ rows: RememberedRule[]; nextCursor: string | null }> {
  const after = ruleList.cursor.read(cursor)?.[0] ?? null;
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, tenant);
    const found = await tx.$queryRaw<Row[]>`
      ${rowsFor(scope)} where r.tenant_id = any(${tenants}::uuid[]) and ${inState(state)}
        and (${after}::uuid is null or r.id < ${after}::uuid)
      order by r.id desc limit ${limit + 1}::int`;
    const page = ruleList.cursor.page(found, limit, (row) => [row.id]);
    return { ...page, rows: page.rows.map((row) => ruleOf(scope, row)) };
  });
}

/** @throws DomainError NOT_FOUND outside the scope */
export function getRule(scope: UserScope, id: string): Promise<RememberedRule> {
  return read(scope, async (tx) => {
    const [row] = isId(id)
      ? await tx.$queryRaw<Row[]>`
          ${rowsFor(scope)} where r.tenant_id = any(${[...scope.tenants]}::uuid[]) and r.id = ${id}::uuid`
      : [];
    if (!row) throw new DomainError("NOT_FOUND", "There is no such remembered rule.");
    return ruleOf(scope, row);
  });
}

/** A value of a statement about a call: the rule that let it through, and the one made from it. */
export function rulesBeside(call: {
  tenantId: string;
  id: string;
  rememberedRule: string | null;
}): Prisma.Sql {
  const one = (which: Prisma.Sql) => Prisma.sql`(
    select json_build_object('id', r.id, 'madeBy', r.made_by_name, 'madeAt', r.made_at, 'approvalId', r.approval_id, 'isOpen', ${IS_OPEN})
    from remembered_rules r where r.tenant_id = ${call.tenantId}::uuid and ${which})`;
  return Prisma.sql`json_build_object('by', ${one(Prisma.sql`r.id = ${call.rememberedRule}::uuid`)},
    'made', ${one(Prisma.sql`r.approval_id = ${call.id}::uuid`)})`;
}
