import Link from "next/link";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { CodeBlock } from "@/components/ui/text/code";
import { TOOLS_EMPTY } from "@/components/words/tools";

/** How a gateway lists its tools, as a command to try. */
export function registerCommand(publicUrl: string): string {
  return [
    `curl -X PUT ${publicUrl}/api/v1/tools \\`,
    `  -H "Authorization: Bearer $GATEWAY_KEY" -H "Content-Type: application/json" \\`,
    `  -d '{"provider": "resend", "tools": [{"name": "send-broadcast",`,
    `       "description": "Sends a broadcast to all contacts of a segment.", "risk": "high",`,
    `       "inputSchema": {"type": "object", "required": ["segmentId"],`,
    `         "properties": {"segmentId": {"type": "string", "description": "Id of the segment"}}}}]}'`,
  ].join("\n");
}

/** Nothing to show: because of the filter, or because no gateway listed a tool yet. */
export function NoTools({
  filtered,
  publicUrl,
  offer,
}: {
  filtered: boolean;
  publicUrl: string;
  /** What else to begin with. */
  offer: ReactNode;
}) {
  if (filtered)
    return (
      <EmptyState
        icon="filter"
        title={TOOLS_EMPTY.filtered}
        action={
          <Link href="/tools" className="text-sm text-accent hover:underline">
            {TOOLS_EMPTY.clear}
          </Link>
        }
      >
        {TOOLS_EMPTY.filteredHint}
      </EmptyState>
    );
  const command = registerCommand(publicUrl);
  return (
    <div className="flex flex-col items-center gap-4 pb-8">
      <EmptyState icon="plug" title={TOOLS_EMPTY.title} action={offer}>
        {TOOLS_EMPTY.hint}
      </EmptyState>
      <div className="-mt-12 w-full max-w-[46rem] px-4">
        <CodeBlock label={TOOLS_EMPTY.title} actions={<CopyButton text={command} label={TOOLS_EMPTY.copy} />}>
          {command}
        </CodeBlock>
      </div>
    </div>
  );
}
