import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Page, PageHead, PageTabs } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { TOOL } from "@/components/words/tool";
import { TOOLS } from "@/components/words/tools";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { Rated } from "../rated";

export type ToolTab = "overview" | "definition" | "versions";

/** What every page of a tool begins with. */
export function ToolFrame({
  tool,
  current,
  publicUrl,
  children,
}: {
  tool: ToolView;
  current: ToolTab;
  publicUrl: string;
  children: ReactNode;
}) {
  const base = `/tools/${tool.id}`;
  return (
    <Page>
      <PageHead
        crumbs={[
          { href: "/tools", label: TOOLS.title },
          {
            href: `/tools?provider=${encodeURIComponent(tool.provider)}`,
            label: <Untrusted mono>{tool.provider}</Untrusted>,
          },
        ]}
        title={<Untrusted mono>{tool.name}</Untrusted>}
        mark={<Rated standing={tool.standing} />}
        description={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Untrusted>{tool.gateway.name}</Untrusted>
            <span className="mono text-xs">{TOOLS.version(tool.version)}</span>
            {tool.category && (
              <Badge>
                <Untrusted>{tool.category}</Untrusted>
              </Badge>
            )}
          </span>
        }
        actions={
          <CopyButton text={`${publicUrl}${base}`} label={TOOL.copyLink} icon="link" data-key="copy-link" />
        }
      />
      <PageTabs
        label={TOOL.tabs}
        items={[
          { href: base, label: TOOL.overview, current: current === "overview" },
          {
            href: `${base}/definition`,
            label: TOOL.definition,
            count: tool.found.length || undefined,
            current: current === "definition",
          },
          {
            href: `${base}/versions`,
            label: TOOL.versions,
            count: tool.version,
            current: current === "versions",
          },
        ]}
      />
      {children}
    </Page>
  );
}
