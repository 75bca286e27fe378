import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { failedOf, shareText } from "@/components/words/health";
import type { ToolHealth } from "@/lib/signals/health/types";
import { callsSince, FailedBy, whoseCalls } from "./failed-by";
import { HealthMark } from "./health-mark";

const LINK = "inline-flex min-h-6 items-center text-accent hover:underline";

function Row({ tool, since }: { tool: ToolHealth; since: string }) {
  const { ran, failed } = tool;
  return (
    <tr className="border-t border-border align-top [&>td]:px-3.5 [&>td]:py-2">
      <td>
        <Link href={`/tools/${tool.id}/health`} className="font-medium underline-offset-2 hover:underline">
          <Untrusted mono>{tool.name}</Untrusted>
        </Link>
        <span className="block text-xs text-fg-muted">
          <Untrusted>{`${tool.provider} · ${tool.gateway.name}`}</Untrusted>
        </span>
        <span className="mt-1 block sm:hidden">
          <HealthMark state={tool.state} />
        </span>
      </td>
      <td className="max-sm:hidden">
        <span className="inline-flex min-h-6 items-center">
          <HealthMark state={tool.state} />
        </span>
      </td>
      <td className="tnum">
        {ran === 0 ? (
          <span className="text-fg-muted">no call ran</span>
        ) : (
          <Link href={callsSince(tool.name, since, whoseCalls(tool, tool))} className={LINK}>
            {failedOf({ ran, failed })}
          </Link>
        )}
        {tool.withoutProvider > 0 && (
          <span className="block text-xs text-fg-muted">
            {`${counted(tool.withoutProvider, "more call")} of this name without a provider`}
          </span>
        )}
      </td>
      <td className="tnum text-right text-fg-muted max-md:hidden">
        <span className="inline-flex min-h-6 items-center">{failed === 0 ? "–" : shareText(tool.lower)}</span>
      </td>
      <td className="tnum max-lg:hidden">
        <FailedBy health={tool} tool={tool} since={since} />
      </td>
    </tr>
  );
}

/** Tools, the worst first, each figure with its calls. */
export function HealthList({
  tools,
  since,
  filtered,
}: {
  tools: readonly ToolHealth[];
  since: string;
  filtered: boolean;
}) {
  if (tools.length === 0)
    return (
      <EmptyState
        icon={filtered ? "filter" : "plug"}
        title={filtered ? "No tool matches these filters." : "No tool is known yet."}
      >
        {filtered ? null : "Tools appear once a gateway lists them."}
      </EmptyState>
    );
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Tools by their health, the worst first</caption>
      <thead className="text-left text-2xs text-fg-subtle">
        <tr className="[&>th]:px-3.5 [&>th]:py-2 [&>th]:font-medium">
          <th scope="col">Tool</th>
          <th scope="col" className="max-sm:hidden">
            Health
          </th>
          <th scope="col">Last 7 days</th>
          <th scope="col" className="text-right! max-md:hidden">
            Failure rate, lower bound
          </th>
          <th scope="col" className="max-lg:hidden">
            What failed
          </th>
        </tr>
      </thead>
      <tbody>
        {tools.map((tool) => (
          <Row key={tool.id} tool={tool} since={since} />
        ))}
      </tbody>
    </table>
  );
}
