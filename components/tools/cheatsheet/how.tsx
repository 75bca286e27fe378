import { CopyButton } from "@/components/ui/copy-button";
import { DetailList, Section } from "@/components/ui/page";
import { CodeBlock } from "@/components/ui/text/code";
import { SHEETS } from "@/components/words/cheatsheets";

/** How a gateway fetches a cheatsheet and where agents find it. */
export function HowAgentsGetIt({ provider, publicUrl }: { provider: string; publicUrl: string }) {
  const address = `${publicUrl}/api/v1/cheatsheets/${encodeURIComponent(provider)}`;
  const command = `curl -i ${address} \\\n  -H "Authorization: Bearer $GATEWAY_KEY"`;
  const resource = `mcp://${provider}/cheatsheet`;
  return (
    <Section id="how" title={SHEETS.how} description={SHEETS.howHint}>
      <CodeBlock label={SHEETS.command} actions={<CopyButton text={command} label={SHEETS.copyCommand} />}>
        {command}
      </CodeBlock>
      <DetailList items={[{ term: SHEETS.resource, value: <code className="mono">{resource}</code> }]} />
    </Section>
  );
}
