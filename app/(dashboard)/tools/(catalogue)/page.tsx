import type { Metadata } from "next";
import { SampleOffer } from "@/components/onboarding/sample-offer";
import { ToolFilters } from "@/components/tools/list/filters";
import { NoTools } from "@/components/tools/list/no-tools";
import { Pictures } from "@/components/tools/list/pictures";
import { ToolList } from "@/components/tools/list/tool-list";
import { ToolsHead } from "@/components/tools/list/tools-head";
import { ListDownload } from "@/components/ui/list/list-download";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Paging } from "@/components/ui/list/paging";
import { Page } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { listToolUse } from "@/lib/calls/of-tool/queries";
import type { ToolUse } from "@/lib/calls/of-tool/types";
import { env } from "@/lib/core/env";
import type { Search } from "@/lib/core/list/filters";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { toolList } from "@/lib/tools/catalogue/list";
import { COUNTED_MAX, countTools, listToolChoices, listTools } from "@/lib/tools/catalogue/queries";
import { viewedTenant } from "../viewed-tenant";

const NO_USE: ToolUse = { calls: 0, since: "", waiting: 0, days: [] };

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Tools" };

export default async function ToolsPage({ searchParams }: Props) {
  const scope = await requireUser("/tools");
  const { filter: asked, problems } = toolList.parse(await searchParams);
  const { tenants, tenant } = await viewedTenant(scope, asked);
  const filter = { ...asked, tenant: tenant?.key };
  const tenantId = tenant?.id ?? null;
  const [page, counts, choices] = await Promise.all([
    listTools(scope, filter, tenantId),
    countTools(scope, filter, tenantId),
    listToolChoices(scope),
  ]);
  const use = await listToolUse(scope, page.rows, tenantId);
  // The tenant selects ratings and filters no tool.
  const filtered = toolList.query({ ...filter, tenant: undefined }) !== "";
  return (
    <Page wide>
      <ToolsHead
        count={counts.all}
        actions={
          <ListDownload
            id="export-tools"
            rows={["tool", "tools"]}
            hrefOf={(format) => toolList.link(filter, {}, `/tools/export?format=${format}`)}
          />
        }
      />
      <ListNotice problems={problems} />
      <ToolFilters
        filter={filter}
        counts={counts}
        choices={choices}
        tenants={tenants}
        forAll={scope.unlimited}
      />
      <ToolList
        tools={page.rows.map((row) => {
          const { days, ...figures } = use.get(row.id) ?? NO_USE;
          return { ...row, ...figures, pictures: <Pictures days={days} /> };
        })}
        tenantId={tenantId}
        who={tenant?.key ?? "all tenants"}
        mayRate={scope.actor.role === "admin"}
        tooMany={
          counts.capped
            ? `More than ${COUNTED_MAX.toLocaleString("en")} tools match; filter to see fewer.`
            : undefined
        }
        empty={
          <NoTools
            filtered={filtered}
            publicUrl={env().PUBLIC_URL}
            offer={mayAdministerAll(scope) && <SampleOffer />}
          />
        }
        pages={
          <Paging
            list={toolList}
            filter={filter}
            nextCursor={page.nextCursor}
            label="Pages of tools"
            newest="First page"
            older="More tools"
          />
        }
      />
    </Page>
  );
}
