"use client";

import { Badge } from "@/components/ui/badge";
import { columnsOf } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { standingRisk } from "@/lib/tools/rating";
import type { Proposal } from "@/lib/tools/types";
import { Claimed, Rated } from "../rating-summary";
import type { ListedTool } from "./catalogue-row";

const column = columnsOf<ListedTool>();

export const COLUMNS = column.columns([
  column.display({
    id: "tool",
    enableHiding: false,
    meta: { className: "min-w-56" },
    header: "Tool",
    cell: ({ row }) => <ToolCell tool={row.original} />,
  }),
  column.display({
    id: "rating",
    meta: { from: "md", className: "whitespace-nowrap" },
    header: "Our rating",
    cell: ({ row }) => <Rated standing={row.original.standing} />,
  }),
  column.display({
    id: "claim",
    meta: { from: "md", className: "xl:min-w-40" },
    header: "The server says",
    cell: ({ row }) => <Claimed standing={row.original.standing} hints={row.original.hints} />,
  }),
  column.display({
    id: "person",
    meta: { from: "xl", label: "Waits for a person" },
    header: "Waits",
    cell: ({ row }) => (standingRisk(row.original.standing).requiresConfirmation ? "Yes" : "No"),
  }),
  column.display({
    id: "kind",
    meta: { from: "xl", className: "max-w-56" },
    header: "Category and impact",
    cell: ({ row }) => <Kind tool={row.original} />,
  }),
  column.display({
    id: "findings",
    meta: { from: "lg", align: "end" },
    header: "Findings",
    cell: ({ row }) => <Findings tool={row.original} />,
  }),
  column.display({
    id: "calls",
    meta: { from: "lg", className: "w-56" },
    header: "Calls, 14 days",
    cell: ({ row }) => <Calls tool={row.original} />,
  }),
]);

function ToolCell({ tool }: { tool: ListedTool }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <Link
          href={`/tools/${tool.id}`}
          data-key="row"
          className="mono font-medium underline-offset-2 wrap-anywhere hover:underline max-sm:inline-flex max-sm:min-h-6"
        >
          {tool.name}
        </Link>
        <span className="mono text-2xs text-fg-subtle">v{tool.version}</span>
      </span>
      <span className="text-xs text-fg-muted">
        <Untrusted mono>{tool.provider}</Untrusted> · <Untrusted>{tool.gateway.name}</Untrusted>
      </span>
      {tool.tenantOverrides > 0 && (
        <span className="text-xs text-fg-muted">{`${counted(tool.tenantOverrides, "tenant rates", "tenants rate")} it differently`}</span>
      )}
      {tool.redefined && (
        <Link
          href={`/tools/${tool.id}/rating#rating`}
          className="inline-flex min-h-6 items-center gap-1 text-xs font-medium text-accent hover:underline"
        >
          Definition changed since it was rated
        </Link>
      )}
      {tool.proposal && <Proposed tool={tool} proposal={tool.proposal} />}
      <span className="mt-1 flex flex-col gap-1 md:hidden">
        <Rated standing={tool.standing} />
        <Claimed standing={tool.standing} hints={tool.hints} named />
      </span>
      {tool.calls + tool.waiting > 0 && (
        <span className="mt-1 lg:hidden">
          <Calls tool={tool} />
        </span>
      )}
    </div>
  );
}

/** The gateway proposes a lower rating; decided on the tool's page. */
function Proposed({ tool, proposal }: { tool: ListedTool; proposal: Proposal }) {
  const { risk, requiresConfirmation } = standingRisk({ ...tool.standing, catalogue: proposal });
  const what = `${RISK_WORDS[risk]}${requiresConfirmation ? "" : ", without a person"}`;
  return (
    <Link
      href={`/tools/${tool.id}/rating#proposal`}
      className="inline-flex min-h-6 items-center gap-1 text-xs font-medium text-accent hover:underline"
    >
      {`Lower rating proposed: ${what}`}
    </Link>
  );
}

function Kind({ tool }: { tool: ListedTool }) {
  if (!tool.category && !tool.impact) return <span className="text-fg-subtle">–</span>;
  return (
    <span className="flex flex-col items-start gap-0.5">
      {tool.category && (
        <Badge>
          <Untrusted>{tool.category}</Untrusted>
        </Badge>
      )}
      {tool.impact && (
        <span className="line-clamp-2 text-xs text-fg-muted">
          <Untrusted>{tool.impact}</Untrusted>
        </span>
      )}
    </span>
  );
}

function Findings({ tool }: { tool: ListedTool }) {
  const { warnings, remarks } = tool.findings;
  if (warnings + remarks === 0) return <span className="text-fg-subtle">–</span>;
  return (
    <Link
      href={`/tools/${tool.id}/definition#findings`}
      className="inline-flex min-h-6 flex-col items-end whitespace-nowrap underline-offset-2 hover:underline"
    >
      {warnings > 0 && <span>{counted(warnings, "warning")}</span>}
      {remarks > 0 && <span className="text-xs text-fg-muted">{counted(remarks, "remark")}</span>}
    </Link>
  );
}

function Calls({ tool }: { tool: ListedTool }) {
  if (tool.calls + tool.waiting === 0) return <span className="text-fg-subtle">None</span>;
  return (
    <span className="flex items-start gap-2">
      {tool.calls > 0 && tool.pictures}
      <Figures tool={tool} />
    </span>
  );
}

function Figures({ tool }: { tool: ListedTool }) {
  return (
    <span className="flex min-w-10 flex-1 flex-col items-end whitespace-nowrap">
      {tool.calls > 0 && (
        <Link
          href={`/rationales?${new URLSearchParams({ tool: tool.name, since: tool.since })}`}
          className="inline-flex min-h-6 items-center underline-offset-2 hover:underline"
        >
          {tool.calls.toLocaleString("en")}
        </Link>
      )}
      {tool.waiting > 0 && (
        <Link
          href={`/approvals?view=all&tool=${encodeURIComponent(tool.name)}`}
          className="inline-flex min-h-6 items-center text-xs text-fg-muted underline-offset-2 hover:underline"
        >
          {tool.waiting.toLocaleString("en")} waiting
        </Link>
      )}
    </span>
  );
}
