import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/page";
import { Code, CodeBlock } from "@/components/ui/text/code";

/** How to connect an agent: the reference gateway's entry for its MCP configuration. */
export function AgentSetup({
  file,
  publicUrl,
  tenant,
}: {
  /** Path of the gateway's program on the server's machine. */
  file: string;
  publicUrl: string;
  tenant: string;
}) {
  const config = agentConfig(file, publicUrl, tenant);
  return (
    <Section
      id="agent-setup"
      title="Put it in front of an MCP server"
      description="Paste this into your agent's MCP configuration. Fill in a key of this gateway, the folder the server works in, and the server's own command after the two dashes."
    >
      <CodeBlock
        label="Entry for the agent's MCP configuration"
        actions={<CopyButton text={config} label="Copy the entry" />}
      >
        {config}
      </CodeBlock>
      <p className="text-sm text-fg-muted">
        Give each other folder or server its own <Code>PROVIDER</Code> or its own gateway. Equal calls with
        the same key, tenant and <Code>PROVIDER</Code> share one approval: one server runs the call once, and
        every agent receives its result.
      </p>
      <p className="text-sm text-fg-muted">
        The path is on the machine that Countersign runs on (in Docker: inside the container). If the agent
        runs elsewhere, copy the file there and change the path: it needs nothing but Node 20. To get it out
        of the container, run <Code>docker compose cp web:/app/dist/gateway.mjs .</Code>
      </p>
    </Section>
  );
}

function agentConfig(file: string, publicUrl: string, tenant: string): string {
  const server = ["npx", "-y", "@modelcontextprotocol/server-filesystem", "."];
  const entry = {
    command: "node",
    args: [file, "--cwd", "/path/to/your/project", "--", ...server],
    env: {
      COUNTERSIGN_URL: publicUrl,
      COUNTERSIGN_KEY: "csk_…",
      COUNTERSIGN_TENANT: tenant,
      PROVIDER: "files",
    },
  };
  return JSON.stringify({ mcpServers: { files: entry } }, null, 2);
}
