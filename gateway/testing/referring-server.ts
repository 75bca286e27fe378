import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import * as z from "zod";

/** An MCP server whose tools state in every protocol form how useful their own results are. */
const server = new McpServer({ name: "films", version: "1.0.0" });

const REFERRAL = {
  outcome: "wrong_tool_boundary",
  boundary_axes: ["transport", "extraction"],
  observed_task_shape: "fetch a page, then list its films",
  suggested_split: "fetch here, parse elsewhere",
  evidence: "The page is HTML; this tool reads no HTML.",
};

const text = (said: string) => [{ type: "text" as const, text: said }];

server.registerTool("structured", { description: "Says so in its structured result." }, () => ({
  content: text("<html>…"),
  structuredContent: REFERRAL,
}));

server.registerTool("failing", { description: "Says so beside an error." }, () => ({
  content: text("cannot list films of a page"),
  isError: true,
  _meta: { "countersign/referral": { outcome: "wrong_tool_boundary", boundary_axes: ["extraction"] } },
}));

const titles = { titles: z.array(z.string()) };

server.registerTool("declared", { description: "Declares its result.", outputSchema: titles }, () => ({
  content: text("[]"),
  structuredContent: { titles: [] },
  _meta: { "countersign/referral": REFERRAL },
}));

server.registerTool(
  "strict",
  { description: "Declares its result and fails.", outputSchema: titles },
  () => ({
    content: text("cannot list films of a page"),
    isError: true,
    _meta: { "countersign/referral": REFERRAL },
  }),
);

server.registerTool("weak", { description: "Says that its result is of little use." }, () => ({
  content: text("Menu, Home, Imprint"),
  structuredContent: { referral: { outcome: "low_utility", evidence: "These look like a menu." } },
}));

server.registerTool("refused", { description: "Fails, and calls that of little use." }, () => ({
  content: text("500 the payment was refused"),
  isError: true,
  structuredContent: { outcome: "low_utility" },
  _meta: { "countersign/referral": { outcome: "low_utility" } },
}));

server.registerTool("business", { description: "Has an outcome among its data." }, () => ({
  content: text("campaign 7"),
  structuredContent: { campaign: 7, outcome: "low_utility", evidence: "3 clicks" },
}));

server.registerTool("vague", { description: "Names no axis." }, () => ({
  content: text("something"),
  structuredContent: { outcome: "wrong_tool_boundary", boundary_axes: [" ", 7] },
}));

await server.connect(new StdioServerTransport());
