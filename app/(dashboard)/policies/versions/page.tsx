import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PoliciesHead } from "@/components/policies/policies-head";
import { VersionList } from "@/components/policies/version-list";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Page } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { listPolicyHistory } from "@/lib/policies/versions";
import { mayAdministerAll } from "@/lib/tenants/rules";

export const metadata: Metadata = { title: "Versions of the policies" };

export default async function PolicyVersionsPage() {
  const scope = await requireUser("/policies/versions");
  if (!mayAdministerAll(scope)) notFound();
  const versions = await listPolicyHistory(scope);
  return (
    <Page>
      <LiveRefresh topics={["policy"]} />
      <PoliciesHead newest={versions[0] ?? null} current="versions" />
      <VersionList versions={versions} />
    </Page>
  );
}
