import { changeEntry, recordActivities } from "@/lib/activity/record";
import { change, read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { serializeJson } from "@/lib/core/json/raw";
import { namedChanges } from "@/lib/core/named-changes";
import type { UserScope } from "@/lib/core/scope";
import type { Prisma } from "@/lib/generated/prisma/client";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { lockRules } from "./intake";
import { countGuards, loweredOf, previewOf, undoLowers } from "./preview";
import { currentRules, type JudgedTool, judgeAllTools } from "./queries";
import {
  RULE_VERSIONS_KEPT,
  type RulePreview,
  type RuleSet,
  type RuleVersion,
  type SavedRules,
  type SaveRules,
} from "./types";
import { weakerForNames } from "./weaker";

/**
 * What rules would do if they were saved; nothing is changed.
 * @throws DomainError FORBIDDEN
 */
export function previewRules(scope: UserScope, set: RuleSet): Promise<RulePreview> {
  assertMayAdministerAll(scope, "try rules for every tenant");
  return read(scope, async (tx) => {
    const weaker = weakerForNames(await currentRules(tx), set);
    return previewOf(await judgeAllTools(tx, set), weaker);
  });
}

/**
 * The rules that rate what nobody rated, for every tenant, from now on: a version of their own, with what they say of each tool.
 * Calls that wait keep the risk they were held with.
 * @throws DomainError FORBIDDEN, STALE_VIEW when another person saved meanwhile, or others would be guarded less than now than
 * the person was shown
 */
export function saveRules(
  scope: UserScope,
  { rules, active, seen, lowered, undo }: SaveRules,
): Promise<SavedRules> {
  assertMayAdministerAll(scope, "save rules for every tenant");
  return change(scope, async (tx) => {
    await lockRules(tx);
    const before = await currentRules(tx);
    if ((before?.version ?? null) !== seen) throw savedMeanwhile(before);
    const tools = await judgeAllTools(tx, { rules, active });
    const guards = countGuards(tools);
    const weaker = weakerForNames(before, { rules, active });
    if (loweredOf(tools, weaker) !== lowered) throw othersThanSeen();
    await storeOutcomes(tx, tools);
    const version = (before?.version ?? 0) + 1;
    const stored = rules as unknown as Prisma.InputJsonValue;
    await tx.toolRuleVersion.create({ data: { version, rules: stored, active, savedBy: scope.actor.name } });
    await tx.toolRuleVersion.deleteMany({ where: { version: { lte: version - RULE_VERSIONS_KEPT } } });
    const facts = {
      version,
      rules: rules.length,
      ...namedChanges(before?.rules ?? [], rules),
      ...guards,
      ...(weaker.length > 0 ? { weaker } : {}),
      ...(undo ? { undo } : {}),
    };
    const subject = { kind: "tool_rules", id: String(version) };
    const was = { active: before?.active ?? false };
    await recordActivities(tx, scope, [changeEntry("tool_rules.saved", was, { active }, { subject, facts })]);
    const back = before ?? { rules: [], active: false };
    return { version, ...guards, undoLowers: undoLowers(tools, back, { rules, active }) };
  });
}

/** Two statements, however many tools there are; those of which the rules say what they said before are left alone. */
async function storeOutcomes(tx: Tx, tools: readonly JudgedTool[]): Promise<void> {
  const changed = tools.filter(
    ({ standing: { rule }, next }) => JSON.stringify(row(rule)) !== JSON.stringify(row(next)),
  );
  if (changed.length === 0) return;
  const rows = changed.map(({ id, next }) => ({ id, ...row(next) }));
  // In the order in which people's ratings lock them.
  await tx.$queryRaw`
    select 1 from tools where id = any(${changed.map(({ id }) => id)}::uuid[]) order by id for update`;
  await tx.$executeRaw`
    update tools t set rule_risk = r.risk::risk, rule_confirmation = r.confirmation, rule_name = r.name
    from json_to_recordset(${serializeJson(rows)}::json) as r(id uuid, risk text, confirmation boolean, name text)
    where t.id = r.id`;
}

function row(rule: JudgedTool["next"]) {
  return {
    risk: rule?.risk ?? null,
    confirmation: rule?.requiresConfirmation ?? null,
    name: rule?.name ?? null,
  };
}

function savedMeanwhile(present: RuleVersion | null): DomainError {
  return new DomainError(
    "STALE_VIEW",
    present
      ? `${present.savedBy} saved other rules since you began. Yours were not saved; read the page again.`
      : "The rules you changed are gone. Yours were not saved; read the page again.",
  );
}

function othersThanSeen(): DomainError {
  return new DomainError(
    "STALE_VIEW",
    "By now these rules would guard other tools less than the preview said. Nothing was saved; preview them again.",
  );
}
