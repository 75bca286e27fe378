import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Card } from "@/components/ui/page";
import { CodeBlock } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { KNOWN } from "@/components/words/cheatsheets";
import type { KnownToolsQuery } from "@/lib/tools/schema";

/** The block as agents get it, with what it costs them. */
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
        <EmptyState icon="plug" title={KNOWN.none}>
          {KNOWN.noneHint}
        </EmptyState>
      </Card>
    );
  const address = new URLSearchParams({ budget: String(query.budget) });
  if (query.format === "json") address.set("format", "json");
  if (query.provider) address.set("provider", query.provider);
  const command = `curl "${publicUrl}/api/v1/tools/known?${address}" \\\n  -H "Authorization: Bearer $GATEWAY_KEY"`;
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="tnum text-sm text-fg-muted">
        {KNOWN.used(text.length, query.budget)} {KNOWN.tools(tools)}
      </p>
      <CodeBlock label={KNOWN.block} actions={<CopyButton text={text} label={KNOWN.copy} />}>
        <Untrusted lines>{text}</Untrusted>
      </CodeBlock>
      <CodeBlock label={KNOWN.command} actions={<CopyButton text={command} label={KNOWN.command} />}>
        {command}
      </CodeBlock>
    </div>
  );
}
