import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PoliciesEditor } from "@/components/policies/editor";
import { PoliciesHead } from "@/components/policies/policies-head";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Banner } from "@/components/ui/banner";
import { Page } from "@/components/ui/page";
import { findCallAsAsked, policyToWait } from "@/lib/approvals/gate/example-call";
import { listGroups } from "@/lib/auth/groups/queries";
import { listDeciders } from "@/lib/auth/people/deciders";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import { listBudgetsInUse } from "@/lib/policies/budgets/queries";
import { findPolicies } from "@/lib/policies/queries";
import { findPolicyVersion } from "@/lib/policies/versions";
import { mayAdministerAll } from "@/lib/tenants/rules";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Policies" };

export default async function PoliciesPage({ searchParams }: Props) {
  const scope = await requireUser("/policies");
  if (!mayAdministerAll(scope)) notFound();
  const search = await searchParams;
  const [newest, people, groups] = await Promise.all([
    findPolicies(scope),
    listDeciders(scope),
    listGroups(scope),
  ]);
  const asked = Number(search.version);
  const loaded =
    Number.isInteger(asked) && asked > 0 && asked !== newest?.version
      ? await findPolicyVersion(scope, asked)
      : null;
  const present = newest?.policies ?? [];
  const uses = await listBudgetsInUse(scope, loaded ?? present);
  const waiting =
    typeof search.require === "string" ? await policyToWait(scope, search.require, present) : null;
  const asking = typeof search.call === "string" ? search.call : undefined;
  const call = (await findCallAsAsked(scope, asking)) ?? "";
  return (
    <Page>
      <LiveRefresh topics={["policy"]} />
      <PoliciesHead newest={newest} current="policies" />
      {loaded && (
        <Banner title={`Version ${asked} is loaded below`}>
          It applies once you have previewed and saved it.
        </Banner>
      )}
      {search.version !== undefined && !loaded && asked !== newest?.version && (
        <Banner title="This version is not kept any more">Below is what is in force.</Banner>
      )}
      {waiting && (
        <Banner title={`“${waiting.name}” is first in the list below`}>
          It lets calls like the one that was reviewed wait for a person. It applies once you have previewed
          and saved it.
        </Banner>
      )}
      <PoliciesEditor
        key={loaded ? asked : waiting ? waiting.name : "newest"}
        inForce={newest ?? { version: null, policies: [] }}
        start={loaded ?? (waiting ? [waiting, ...present] : present)}
        uses={uses}
        choices={{ people, groups }}
        call={call}
        isTrying={asking !== undefined}
      />
    </Page>
  );
}
