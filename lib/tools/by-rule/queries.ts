import "server-only";
import { read, type Tx } from "@/lib/core/db";
import { parseJson } from "@/lib/core/json/parse";
import type { RiskWord } from "@/lib/core/risk";
import type { Scope } from "@/lib/core/scope";
import { newestVersion, VERSIONS_KEPT, type VersionedList } from "@/lib/core/versions";
import { Prisma } from "@/lib/generated/prisma/client";
import { ruleRatingOf } from "../queries";
import type { Standing } from "../rating";
import { asksForMembers, memberWords, ruleFor } from "./rules";
import type { NamedRuleRating, RatingRule, RuleSet, RuleVersion } from "./types";

// Tools per batch while all are evaluated: a schema may have 256 KiB.
const BATCH = 500;

/**
 * The active rules as JSON, null without any: part of the statement that evaluates a call of an
 * unknown tool.
 */
export const RULES_IN_FORCE = Prisma.sql`(
  select case when r.active then r.rules end from tool_rule_versions r order by r.version desc limit 1)`;

export const RULE_LIST: VersionedList<RuleVersion> = {
  lock: "countersign:tool rules",
  kind: "tool_rules",
  table: (tx) => tx.toolRuleVersion,
  read: async (tx, take) => {
    const rows = await tx.toolRuleVersion.findMany({ orderBy: { version: "desc" }, take });
    // Only `saveRules` writes this column.
    return rows.map((row) => ({ ...row, rules: row.rules as unknown as RatingRule[] }));
  },
  items: ({ rules }) => rules,
  overtaken: (newest) =>
    newest
      ? `${newest.savedBy} saved other rules since you began. Yours were not saved; read the page again.`
      : "The rules you changed are gone. Yours were not saved; read the page again.",
};

export function currentRules(tx: Tx): Promise<RuleVersion | null> {
  return newestVersion(tx, RULE_LIST);
}

/**
 * Stored versions of the rules, newest first. Every user can see them, because they apply to their
 * calls.
 */
export function listRuleVersions(scope: Scope): Promise<RuleVersion[]> {
  return read(scope, (tx) => RULE_LIST.read(tx, VERSIONS_KEPT));
}

export type JudgedTool = {
  id: string;
  gateway: string;
  provider: string;
  name: string;
  standing: Standing;
  next: NamedRuleRating | null;
};

type ToolRow = Pick<JudgedTool, "id" | "gateway" | "provider" | "name"> & {
  risk: RiskWord | null;
  requiresConfirmation: boolean | null;
  overridden: boolean;
  overrideRisk: RiskWord | null;
  overrideConfirmation: boolean | null;
  ruleRisk: RiskWord | null;
  ruleConfirmation: boolean | null;
  ruleName: string | null;
  readOnly: boolean | null;
  destructive: boolean | null;
  inputSchema: string | null;
};

/**
 * Evaluates rules for every tool of every gateway, by provider and name. Reads schemas only if a
 * rule needs members.
 */
export async function judgeAllTools(tx: Tx, { rules, active }: RuleSet): Promise<JudgedTool[]> {
  const judged: JudgedTool[] = [];
  const schema = active && asksForMembers(rules) ? Prisma.sql`v.input_schema` : Prisma.sql`null::text`;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await tx.$queryRaw<ToolRow[]>`
      select t.id, g.name as gateway, t.provider, t.name, t.risk::text as risk,
             t.requires_confirmation as "requiresConfirmation", o.id is not null as overridden,
             o.risk::text as "overrideRisk", o.requires_confirmation as "overrideConfirmation",
             t.rule_risk::text as "ruleRisk", t.rule_confirmation as "ruleConfirmation", t.rule_name as "ruleName",
             v.read_only_hint as "readOnly", v.destructive_hint as destructive, ${schema} as "inputSchema"
      from tools t
      join gateways g on g.id = t.gateway_id
      join tool_versions v on v.tool_id = t.id and v.version = t.version
      left join tool_ratings o on o.tool_id = t.id and o.tenant_id is null
      where t.id > ${after}::uuid order by t.id limit ${BATCH}`;
    judged.push(...rows.map((row) => judgedTool(row, active ? rules : [])));
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) break;
  }
  const order = (one: JudgedTool) => `${one.provider}\n${one.name}\n${one.gateway}`;
  return judged.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

function judgedTool(row: ToolRow, rules: readonly RatingRule[]): JudgedTool {
  const { id, gateway, provider, name, readOnly, destructive } = row;
  const members = row.inputSchema === null ? new Set<string>() : memberWords(parseJson(row.inputSchema));
  return {
    id,
    gateway,
    provider,
    name,
    standing: {
      catalogue: { risk: row.risk, requiresConfirmation: row.requiresConfirmation },
      override: row.overridden
        ? { risk: row.overrideRisk, requiresConfirmation: row.overrideConfirmation }
        : null,
      tenantOverride: null,
      rule: ruleRatingOf(row),
    },
    next: named(ruleFor(rules, { provider, name, members, hints: { readOnly, destructive } })),
  };
}

function named(rule: RatingRule | null): NamedRuleRating | null {
  return rule && { name: rule.name, risk: rule.risk, requiresConfirmation: rule.requiresConfirmation };
}
