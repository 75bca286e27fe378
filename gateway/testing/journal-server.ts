import { appendFileSync, existsSync, statSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { LineTransport } from "../proxy/stdio";

/**
 * An MCP server with a journal at the path in its argument: each call appends the exact arguments.
 * `grow` adds and announces a tool; `sleep` delays. `steps` journals each of eight progress reports
 * and continues on `releaseStep`. `hang` never responds; `break` ends the process.
 */
const journal = process.argv[2] ?? "";
const transport = new LineTransport(process.stdin, process.stdout);
const server = new Server(
  { name: "journal", version: "1.0.0" },
  { capabilities: { tools: { listChanged: true } } },
);

/** One byte per step that may finish. */
const releases = `${journal}.released`;
const released = () => (existsSync(releases) ? statSync(releases).size : 0);

const open = { type: "object", properties: {} } as const;
const tools: Tool[] = [
  { name: "note", description: "Appends its arguments.", inputSchema: open },
  {
    name: "explain",
    description: "Has a rationale of its own.",
    inputSchema: {
      type: "object",
      properties: { rationale: { type: "string", description: "Shown to the customer." } },
    },
  },
  {
    name: "count",
    description: "Means something else by it.",
    inputSchema: { type: "object", properties: { rationale: { type: "number" } } },
  },
  { name: "sleep", description: "Takes 400 ms.", inputSchema: open },
  { name: "steps", description: "Reports eight times.", inputSchema: open },
  { name: "hang", description: "Never responds.", inputSchema: open },
  { name: "grow", description: "Adds a tool.", inputSchema: open },
  { name: "break", description: "Ends the process in the middle of the call.", inputSchema: open },
  { name: "submit_feedback", description: "Collides with the gateway's own.", inputSchema: open },
];

server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId, sendNotification }) => {
  appendFileSync(journal, `${params.name} ${transport.incoming.take(requestId)}\n`);
  if (params.name === "break") process.exit(3);
  if (params.name === "sleep") await new Promise((resolve) => setTimeout(resolve, 400));
  if (params.name === "hang") await new Promise(() => undefined);
  if (params.name === "steps")
    for (let step = 1; step <= 8; step++) {
      const progressToken = params._meta?.progressToken;
      // Servers without a known total send null.
      const total = (step === 8 ? 8 : null) as number | undefined;
      const report = { progress: step, total, message: `step ${step}` };
      if (progressToken !== undefined)
        await sendNotification({ method: "notifications/progress", params: { progressToken, ...report } });
      appendFileSync(journal, `step ${step}\n`);
      while (released() < step) await new Promise((resolve) => setTimeout(resolve, 10));
    }
  if (params.name === "grow") {
    tools.push({ name: "grown", description: "New.", inputSchema: open });
    await server.sendToolListChanged();
  }
  return { content: [{ type: "text", text: `${params.name} done` }] };
});

await server.connect(transport);
