import type { Metadata } from "next";
import { PoliciesHead } from "@/components/policies/policies-head";
import { NoRules } from "@/components/policies/remembered/no-rules";
import { RuleFilters } from "@/components/policies/remembered/rule-filters";
import { RuleList } from "@/components/policies/remembered/rule-list";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { ButtonLink } from "@/components/ui/button-link";
import { ListFrame } from "@/components/ui/list/list-frame";
import { Page, PageHead, Section } from "@/components/ui/page";
import { ruleList } from "@/lib/approvals/remembered/list";
import { listRules } from "@/lib/approvals/remembered/queries";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { findPolicies } from "@/lib/policies/queries";
import { listTenants } from "@/lib/tenants/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Remembered rules" };

const DESCRIPTION =
  "Rules that people made with an approval: similar calls run without a person until the rule expires or is used up. A rule counts while its maker may decide. It never overrules a policy that refuses a call or leaves it to certain people.";

const help = <ButtonLink href="/docs/policies#remembered-rules">How it works</ButtonLink>;

export default async function RememberedPage({ searchParams }: Props) {
  const scope = await requireUser("/policies/remembered");
  const { filter, problems } = ruleList.parse(await searchParams);
  const { view: state, tenant, cursor } = filter;
  const writes = mayAdministerAll(scope);
  const [newest, tenants, page] = await Promise.all([
    writes ? findPolicies(scope) : null,
    listTenants(scope),
    listRules(scope, { state, tenant, cursor }),
  ]);
  const list = (
    <>
      <ListFrame
        problems={problems}
        filters={<RuleFilters filter={filter} tenants={tenants} />}
        empty={page.rows.length === 0 && <NoRules filter={filter} />}
        list={ruleList}
        filter={filter}
        nextCursor={page.nextCursor}
        label="Pages of rules"
      >
        <RuleList rows={page.rows} />
      </ListFrame>
    </>
  );
  return (
    <Page>
      <LiveRefresh topics={["rule"]} />
      {writes ? (
        <>
          <PoliciesHead newest={newest} current="remembered" />
          <Section id="remembered" title="Remembered rules" description={DESCRIPTION} actions={help}>
            {list}
          </Section>
        </>
      ) : (
        <>
          <PageHead title="Remembered rules" description={DESCRIPTION} actions={help} />
          {list}
        </>
      )}
    </Page>
  );
}
