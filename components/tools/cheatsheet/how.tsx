import { CopyButton } from "@/components/ui/copy-button";
import { DetailList, Section } from "@/components/ui/page";
import { CodeBlock } from "@/components/ui/text/code";

/** How a gateway fetches a cheatsheet, and where agents find it. */
export function HowAgentsGetIt({ provider, publicUrl }: { provider: string; publicUrl: string }) {
  const address = `${publicUrl}/api/v1/cheatsheets/${encodeURIComponent(provider)}`;
  const command = `curl -i ${address} \\\n  -H "Authorization: Bearer $COUNTERSIGN_KEY"`;
  const resource = `mcp://${provider}/cheatsheet`;
  return (
    <Section
      id="how"
      title="How agents get it"
      description="A gateway fetches it with its key and serves it to agents as an MCP resource. The reference gateway does both automatically. A gateway may use its copy for an hour. After that, it checks the ETag to see whether the text has changed."
    >
      <CodeBlock label="Command" actions={<CopyButton text={command} label="Copy the command" />}>
        {command}
      </CodeBlock>
      <DetailList items={[{ term: "MCP resource", value: <code className="mono">{resource}</code> }]} />
    </Section>
  );
}
