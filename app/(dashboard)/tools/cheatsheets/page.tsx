import type { Metadata } from "next";
import { HowAgentsGetIt } from "@/components/tools/cheatsheet/how";
import { Providers } from "@/components/tools/cheatsheet/providers";
import { ToolsTabs } from "@/components/tools/tools-tabs";
import { Page, PageHead } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import { listProviderSheets } from "@/lib/tools/cheatsheet/queries";

export const metadata: Metadata = { title: "Cheatsheets" };

export default async function CheatsheetsPage() {
  const scope = await requireUser("/tools/cheatsheets");
  const providers = await listProviderSheets(scope);
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/tools", label: "Tools" }]}
        title="Cheatsheets"
        description="What agents should read before they use a provider’s tools."
      />
      <ToolsTabs current="cheatsheets" />
      <Providers providers={providers} mayWrite={scope.actor.role === "admin" && scope.unlimited} />
      <HowAgentsGetIt provider={providers[0]?.provider ?? "resend"} publicUrl={env().PUBLIC_URL} />
    </Page>
  );
}
