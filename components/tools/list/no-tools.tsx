import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { CodeBlock } from "@/components/ui/text/code";

/** How a gateway lists its tools, as a command to try. */
function registerCommand(publicUrl: string): string {
  return [
    `curl -X PUT ${publicUrl}/api/v1/tools \\`,
    `  -H "Authorization: Bearer $COUNTERSIGN_KEY" -H "Content-Type: application/json" \\`,
    `  -d '{"provider": "resend", "tools": [{"name": "send-broadcast",`,
    `       "description": "Sends a broadcast to all contacts of a segment.", "risk": "high",`,
    `       "inputSchema": {"type": "object", "required": ["segmentId"],`,
    `         "properties": {"segmentId": {"type": "string", "description": "Id of the segment"}}}}]}'`,
  ].join("\n");
}

/** The empty state: filters match nothing, or no gateway listed a tool yet. */
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
        title="No tool matches these filters"
        action={
          <Link href="/tools" className="text-sm text-accent hover:underline">
            Clear filters
          </Link>
        }
      >
        Remove a filter, or search for fewer words.
      </EmptyState>
    );
  const command = registerCommand(publicUrl);
  return (
    <div className="flex flex-col items-center gap-4 pb-8">
      <EmptyState icon="plug" title="No gateway has listed its tools yet" action={offer}>
        A gateway sends its servers’ tools/list unchanged; the reference gateway does so when it starts. To
        try it by hand:
      </EmptyState>
      <div className="-mt-12 w-full max-w-[46rem] px-4">
        <CodeBlock
          label="No gateway has listed its tools yet"
          actions={<CopyButton text={command} label="Copy the command" />}
        >
          {command}
        </CodeBlock>
      </div>
    </div>
  );
}
