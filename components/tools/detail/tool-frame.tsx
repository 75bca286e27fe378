import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Page, PageHead, PageTabs } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { Rated } from "../rating-summary";

/** Head of every page of a tool. */
export function ToolFrame({
  tool,
  current,
  publicUrl,
  children,
}: {
  tool: ToolView;
  current: "overview" | "rating" | "use" | "health" | "definition" | "versions";
  publicUrl: string;
  children: ReactNode;
}) {
  const base = `/tools/${tool.id}`;
  return (
    <Page>
      <PageHead
        crumbs={[
          { href: "/tools", label: "Tools" },
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
            <span className="mono text-xs">v{tool.version}</span>
            {tool.category && (
              <Badge>
                <Untrusted>{tool.category}</Untrusted>
              </Badge>
            )}
          </span>
        }
        actions={
          <CopyButton
            text={`${publicUrl}${base}`}
            label="Copy the link to this tool"
            icon="link"
            data-key="copy-link"
          />
        }
      />
      <PageTabs
        label="Parts of the tool"
        items={[
          { href: base, label: "Overview", current: current === "overview" },
          { href: `${base}/rating`, label: "Rating", current: current === "rating" },
          { href: `${base}/use`, label: "Use", current: current === "use" },
          { href: `${base}/health`, label: "Health", current: current === "health" },
          {
            href: `${base}/definition`,
            label: "Definition",
            count: tool.findings.warnings + tool.findings.remarks || undefined,
            current: current === "definition",
          },
          {
            href: `${base}/versions`,
            label: "Versions",
            count: tool.version,
            current: current === "versions",
          },
        ]}
      />
      {children}
    </Page>
  );
}
