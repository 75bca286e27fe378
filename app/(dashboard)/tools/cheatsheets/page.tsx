import type { Metadata } from "next";
import { HowAgentsGetIt } from "@/components/tools/cheatsheet/how";
import { Providers } from "@/components/tools/cheatsheet/providers";
import { Page, PageHead } from "@/components/ui/page";
import { SHEETS } from "@/components/words/cheatsheets";
import { TOOLS } from "@/components/words/tools";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import { listProviderSheets } from "@/lib/tools/cheatsheet/queries";

export const metadata: Metadata = { title: SHEETS.title };

export default async function CheatsheetsPage() {
  const scope = await requireUser("/tools/cheatsheets");
  const providers = await listProviderSheets(scope);
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/tools", label: TOOLS.title }]}
        title={SHEETS.title}
        description={SHEETS.description}
      />
      <Providers providers={providers} mayWrite={scope.actor.role === "admin" && scope.unlimited} />
      <HowAgentsGetIt provider={providers[0]?.provider ?? SHEETS.example} publicUrl={env().PUBLIC_URL} />
    </Page>
  );
}
