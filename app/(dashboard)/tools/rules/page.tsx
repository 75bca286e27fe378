import type { Metadata } from "next";
import { RulesEditor } from "@/components/tools/rules/editor";
import { RuleItem } from "@/components/tools/rules/rule-item";
import { RulesHead, RuleVersions } from "@/components/tools/rules/rules-head";
import { Banner } from "@/components/ui/banner";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Page, Section } from "@/components/ui/page";
import { RuleRow } from "@/components/ui/rule-list/rule-row";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { BUILT_IN_RULES } from "@/lib/tools/by-rule/built-in";
import { previewRules } from "@/lib/tools/by-rule/commands";
import { listRuleVersions } from "@/lib/tools/by-rule/queries";
import type { RuleVersion } from "@/lib/tools/by-rule/types";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Rules for unrated tools" };

export default async function RulesPage({ searchParams }: Props) {
  const scope = await requireUser("/tools/rules");
  const { version } = await searchParams;
  const versions = await listRuleVersions(scope);
  const newest = versions[0] ?? null;
  if (!mayAdministerAll(scope))
    return (
      <Page>
        <RulesHead newest={newest} />
        <Readable newest={newest} />
      </Page>
    );
  const loaded = versions.find((one) => String(one.version) === version) ?? newest;
  const start = loaded
    ? { rules: loaded.rules, active: loaded === newest ? loaded.active : true }
    : { rules: BUILT_IN_RULES, active: true };
  return (
    <Page>
      <RulesHead newest={newest} />
      {!newest && (
        <Banner title="No rule applies yet">
          Below is the built-in list, with what it would do. Change it, switch rules off or reorder them; it
          applies once you save it.
        </Banner>
      )}
      {loaded !== newest && loaded && (
        <Banner title={`Version ${loaded.version} is loaded below`}>It applies once you save it.</Banner>
      )}
      <RulesEditor
        key={loaded?.version === newest?.version ? "newest" : loaded?.version}
        inForce={{
          version: newest?.version ?? null,
          set: { rules: newest?.rules ?? [], active: newest?.active ?? false },
        }}
        start={start}
        builtIn={BUILT_IN_RULES}
        firstPreview={await previewRules(scope, start)}
        versions={<RuleVersions versions={versions} />}
      />
    </Page>
  );
}

/** The rules in force, for people who may not change them. */
function Readable({ newest }: { newest: RuleVersion | null }) {
  if (!newest?.active)
    return (
      <Card flush>
        <EmptyState icon="filter" title="No rule applies">
          Calls of unrated tools wait for a person. Administrators of all tenants can switch rules on.
        </EmptyState>
      </Card>
    );
  return (
    <Section
      id="list"
      title="Rules"
      description="The first rule that fits a tool rates it. Administrators of all tenants change them."
    >
      <Card flush>
        <ol>
          {newest.rules.map((rule, at) => (
            <li key={rule.name} className="border-border px-3.5 py-3 not-first:border-t">
              <RuleRow rule={rule} noun="rule" at={at} of={newest.rules.length} acts={null}>
                <RuleItem rule={rule} rates={null} />
              </RuleRow>
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}
