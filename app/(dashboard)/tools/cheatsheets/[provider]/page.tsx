import type { Metadata } from "next";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { SheetEditor } from "@/components/tools/cheatsheet/editor";
import { SheetEffectView } from "@/components/tools/cheatsheet/effect";
import { HowAgentsGetIt } from "@/components/tools/cheatsheet/how";
import { MarkdownView } from "@/components/tools/cheatsheet/markdown-view";
import { PublishedFacts, SheetTabs, SheetVersions } from "@/components/tools/cheatsheet/sheet-facts";
import { Card, Page, PageHead } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { requireUser } from "@/lib/auth/sessions/current";
import { env } from "@/lib/core/env";
import type { UserScope } from "@/lib/core/scope";
import { tabTitle } from "@/lib/core/text/tab-title";
import { getSheetEffect, listSheetGaps, listSheetReports } from "@/lib/signals/cheatsheets/queries";
import { findSheetText, getProviderSheets, getSheetView } from "@/lib/tools/cheatsheet/queries";
import { orNotFound } from "../../../lookup";
import { namedSegment } from "../../../named-segment";

type Props = {
  params: Promise<{ provider: string }>;
  searchParams: Promise<{ gateway?: string | string[]; version?: string | string[] }>;
};

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({
  title: tabTitle(`Cheatsheet of ${namedSegment((await params).provider)}`),
});

const one = (value: string | string[] | undefined) =>
  typeof value === "string" && value !== "" ? value : null;

/** An earlier text that the address names. */
async function loadedText(scope: UserScope, provider: string, gateway: string | null, asked: string | null) {
  const version = Number(asked);
  if (asked === null || !Number.isSafeInteger(version) || version < 1 || version > 2 ** 31) return null;
  const markdown = await findSheetText(scope, provider, gateway, version);
  return markdown === null ? null : { version, markdown };
}

export default async function CheatsheetPage({ params, searchParams }: Props) {
  const [{ provider: segment }, asked] = [await params, await searchParams];
  const name = namedSegment(segment);
  const scope = await requireUser(`/tools/cheatsheets/${encodeURIComponent(name)}`);
  const gateway = one(asked.gateway);
  const [sheet, provider, loaded] = await Promise.all([
    orNotFound(getSheetView(scope, name, gateway)),
    getProviderSheets(scope, name),
    loadedText(scope, name, gateway, one(asked.version)),
  ]);
  const [effect, gaps, reports] = await Promise.all([
    sheet.published && getSheetEffect(scope, { provider: name, gateway }, sheet.published.updatedAt),
    listSheetGaps(scope, name),
    listSheetReports(scope, name),
  ]);
  const mayWrite = scope.actor.role === "admin" && scope.unlimited;
  return (
    <Page wide>
      <LiveRefresh topics={["tool"]} />
      <PageHead
        crumbs={[
          { href: "/tools", label: "Tools" },
          { href: "/tools/cheatsheets", label: "Cheatsheets" },
        ]}
        title={<Untrusted>{`Cheatsheet of ${name}`}</Untrusted>}
      />
      <SheetTabs provider={provider} gateway={gateway} />
      <PublishedFacts sheet={sheet} />
      {mayWrite ? (
        <SheetEditor
          key={`${name} ${gateway}`}
          sheet={sheet}
          tools={provider.tools}
          loaded={loaded}
          gaps={gaps}
          reports={reports}
        />
      ) : (
        <Card>
          {sheet.published ? (
            <MarkdownView text={sheet.published.markdown} />
          ) : (
            <p className="text-sm text-fg-muted">This cheatsheet is not published yet.</p>
          )}
          <p className="mt-3 text-xs text-fg-muted">Administrators of all tenants publish cheatsheets.</p>
        </Card>
      )}
      {effect && sheet.published && <SheetEffectView effect={effect} version={sheet.published.version} />}
      <SheetVersions sheet={sheet} mayWrite={mayWrite} />
      <HowAgentsGetIt provider={name} publicUrl={env().PUBLIC_URL} />
    </Page>
  );
}
