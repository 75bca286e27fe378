import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Card } from "@/components/ui/page";
import { CodeBlock } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { KnownToolsQuery } from "@/lib/tools/schema";

/** The block as agents receive it, with its cost. */
export function KnownBlock({
  text,
  tools,
  query,
  publicUrl,
}: {
  text: string;
  tools: number;
  query: KnownToolsQuery;
  publicUrl: string;
}) {
  if (tools === 0)
    return (
      <Card flush>
        <EmptyState icon="plug" title="No tool to list">
          Tools appear once a gateway lists them.
        </EmptyState>
      </Card>
    );
  const address = new URLSearchParams({ budget: String(query.budget) });
  if (query.format === "json") address.set("format", "json");
  if (query.provider) address.set("provider", query.provider);
  if (query.tenant) address.set("tenant", query.tenant);
  const command = `curl "${publicUrl}/api/v1/tools/known?${address}" \\\n  -H "Authorization: Bearer $COUNTERSIGN_KEY"`;
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="tnum text-sm text-fg-muted">
        {`${text.length.toLocaleString("en")} of ${query.budget.toLocaleString("en")} characters, about ${Math.ceil(text.length / 4).toLocaleString("en")} tokens.`}{" "}
        {`Of ${counted(tools, "tool")}.`}
      </p>
      <CodeBlock label="Known tools" actions={<CopyButton text={text} label="Copy the block" />}>
        <Untrusted lines>{text}</Untrusted>
      </CodeBlock>
      <CodeBlock
        label="Copy the command that fetches it"
        actions={<CopyButton text={command} label="Copy the command that fetches it" />}
      >
        {command}
      </CodeBlock>
    </div>
  );
}
