import { changeEntry, recordActivities } from "@/lib/activity/record";
import { change, read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { serializeJson } from "@/lib/core/json/raw";
import type { UserScope } from "@/lib/core/scope";
import { lockNewest, storeVersion } from "@/lib/core/versions";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { countGuards, loweredOf, previewOf, undoLowers } from "./preview";
import { currentRules, type JudgedTool, judgeAllTools, RULE_LIST } from "./queries";
import type { RulePreview, RuleSet, SavedRules, SaveRules } from "./types";
import { weakerForNames } from "./weaker";

/**
 * Previews rules without saving them.
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
 * Saves the rules for unrated tools of every tenant as a new version, with their result for each
 * tool. Waiting calls keep their risk.
 * @throws DomainError FORBIDDEN, STALE_VIEW if another person saved meanwhile, or tools would lose
 * protection that the person was not shown
 */
export function saveRules(
  scope: UserScope,
  { rules, active, seen, lowered, undo }: SaveRules,
): Promise<SavedRules> {
  assertMayAdministerAll(scope, "save rules for every tenant");
  return change(scope, async (tx) => {
    const before = await lockNewest(tx, RULE_LIST, seen);
    const tools = await judgeAllTools(tx, { rules, active });
    const guards = countGuards(tools);
    const weaker = weakerForNames(before, { rules, active });
    if (loweredOf(tools, weaker) !== lowered) throw othersThanSeen();
    await storeOutcomes(tx, tools);
    const next = { rules, active, savedBy: scope.actor.name };
    const { version, changes, subject } = await storeVersion(tx, RULE_LIST, before, next);
    const facts = {
      version,
      rules: rules.length,
      ...changes,
      ...guards,
      ...(weaker.length > 0 ? { weaker } : {}),
      ...(undo ? { undo } : {}),
    };
    const was = { active: before?.active ?? false };
    await recordActivities(tx, scope, [changeEntry("tool_rules.saved", was, { active }, { subject, facts })]);
    const back = before ?? { rules: [], active: false };
    return { version, ...guards, undoLowers: undoLowers(tools, back, { rules, active }) };
  });
}

/** Two statements for any number of tools; unchanged ones are skipped. */
async function storeOutcomes(tx: Tx, tools: readonly JudgedTool[]): Promise<void> {
  const changed = tools.filter(
    ({ standing: { rule }, next }) => JSON.stringify(row(rule)) !== JSON.stringify(row(next)),
  );
  if (changed.length === 0) return;
  const rows = changed.map(({ id, next }) => ({ id, ...row(next) }));
  // The same lock order as ratings by people.
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

function othersThanSeen(): DomainError {
  return new DomainError(
    "STALE_VIEW",
    "By now these rules would guard other tools less than the preview said. Nothing was saved; preview them again.",
  );
}
