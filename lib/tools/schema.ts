import * as z from "zod";
import {
  hasMembers,
  NAME_MAX,
  type RiskWord,
  rawObject,
  rawObjectOrNull,
  riskWord,
  shortName,
} from "@/lib/core/wire";
import type { Finding } from "./lint/schema";

/** Tools of one request, as many as a batch has rows. */
export const TOOLS_MAX = 1_000;
export const DESCRIPTION_MAX = 64 * 1024;
// As much as a call's arguments may have: a schema that is larger than its calls helps nobody.
export const SCHEMA_BYTES_MAX = 256 * 1024;
export const ANNOTATIONS_BYTES_MAX = 16 * 1024;
export const IMPACT_MAX = 1_000;
// What an agent reads before its first call should fit into its context several times over.
export const CHEATSHEET_BYTES_MAX = 256 * 1024;

/** Where an effective risk comes from. */
export type RiskSource = "tenant_override" | "override" | "catalogue" | "request" | "unrated";

const markdown = z
  .string()
  .min(1)
  .refine((text) => new TextEncoder().encode(text).length <= CHEATSHEET_BYTES_MAX, {
    error: `at most ${CHEATSHEET_BYTES_MAX} bytes`,
  });

/** One tool of an MCP `tools/list`, with our own members. MCP's other members (title, icons, _meta …) are let through. */
const toolWire = z.looseObject({
  name: shortName,
  description: z.string().max(DESCRIPTION_MAX).nullish(),
  inputSchema: rawObject(SCHEMA_BYTES_MAX),
  outputSchema: rawObjectOrNull(SCHEMA_BYTES_MAX),
  annotations: rawObjectOrNull(ANNOTATIONS_BYTES_MAX),
  risk: riskWord.optional(),
  requires_confirmation: z.boolean().optional(),
  impact: z.string().max(IMPACT_MAX).optional(),
  category: z.string().min(1).max(NAME_MAX).optional(),
  cheatsheet: markdown.optional().describe("Publishes the provider's cheatsheet; one per request."),
});

/** PUT /api/v1/tools */
export const putToolsWire = z
  .strictObject({ provider: shortName, tools: z.array(toolWire).max(TOOLS_MAX) })
  .superRefine(
    ({ tools: sent }, context) => {
      const tools = Array.isArray(sent) ? sent : [];
      const names = new Set<string>();
      const cheatsheet = tools.find((tool) => tool?.cheatsheet !== undefined)?.cheatsheet;
      for (const [index, tool] of tools.entries()) {
        if (typeof tool?.name !== "string") continue;
        if (names.has(tool.name)) {
          const message = `there already is a tool ${JSON.stringify(tool.name)} in this request`;
          context.addIssue({ code: "custom", path: ["tools", index, "name"], message });
        }
        names.add(tool.name);
        if (tool.cheatsheet !== undefined && tool.cheatsheet !== cheatsheet) {
          const message =
            "a provider has one cheatsheet, and another tool of this request brings another one";
          context.addIssue({ code: "custom", path: ["tools", index, "cheatsheet"], message });
        }
      }
    },
    { when: hasMembers },
  );

export const putToolsSchema = putToolsWire.transform(({ provider, tools }) => ({
  provider,
  cheatsheet: tools.find((tool) => tool.cheatsheet !== undefined)?.cheatsheet ?? null,
  tools: tools.map((tool) => ({
    name: tool.name,
    description: tool.description ?? "",
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema?.text === "null" ? null : (tool.outputSchema ?? null),
    annotations: tool.annotations?.text === "null" ? null : (tool.annotations ?? null),
    risk: tool.risk,
    requiresConfirmation: tool.requires_confirmation,
    impact: tool.impact,
    category: tool.category,
    cheatsheet: tool.cheatsheet !== undefined,
  })),
}));
export type PutTools = z.output<typeof putToolsSchema>;
export type GivenTool = PutTools["tools"][number];

/** Members that stay exact text, for the body reader. */
export const PUT_TOOLS_RAW = ["/tools/*/inputSchema", "/tools/*/outputSchema", "/tools/*/annotations"];

/** What of a tool a registration changed; the first four make a new version. */
export const TOOL_CHANGES = [
  "description",
  "inputSchema",
  "outputSchema",
  "annotations",
  "risk",
  "requires_confirmation",
  "impact",
  "category",
] as const;
export type ToolChange = (typeof TOOL_CHANGES)[number];

/** What registration did with one tool. */
export type RegisteredTool = {
  id: string;
  name: string;
  provider: string;
  version: number;
  risk: RiskWord;
  requiresConfirmation: boolean;
  findings: Finding[];
  changed: "created" | "updated" | "unchanged";
  changes: ToolChange[];
};

/** PUT /api/v1/cheatsheets/{provider} */
export const cheatsheetWire = z.strictObject({ markdown });

/** A person names the gateway whose own cheatsheet they mean; without it, the shared one. */
export const cheatsheetQuery = z.strictObject({ gateway: shortName.optional() });

// Characters, not tokens: about four of them make one. A model's context is dear, so the default is modest.
export const KNOWN_BUDGET = { min: 200, max: 2_000_000, default: 24_000 };

/** GET /api/v1/tools/known */
export const knownToolsQuery = z.strictObject({
  format: z.enum(["text", "json"]).default("text"),
  budget: z.coerce
    .number()
    .int()
    .min(KNOWN_BUDGET.min)
    .max(KNOWN_BUDGET.max)
    .default(KNOWN_BUDGET.default)
    .describe("Characters of the whole answer."),
  provider: shortName.optional(),
  gateway: shortName.optional().describe("For people: the gateway whose tools are meant."),
});
export type KnownToolsQuery = z.output<typeof knownToolsQuery>;

export type ToolVersionView = {
  version: number;
  description: string;
  inputSchemaText: string;
  outputSchemaText: string | null;
  annotationsText: string | null;
  createdAt: Date;
};

export type ToolOverride = {
  tenant: { id: string; key: string } | null;
  risk: RiskWord | null;
  requiresConfirmation: boolean | null;
  ratedBy: string | null;
  ratedAt: Date;
};

/** A person's override. Both halves null take it away. */
export type RateTool = {
  toolId: string;
  tenantId: string | null;
  risk: RiskWord | null;
  requiresConfirmation: boolean | null;
};

/** People's words about a tool, in place of the gateway's. Empty leaves them to the gateway. */
export const describeToolInput = z.strictObject({
  toolId: z.string(),
  impact: z
    .string()
    .max(IMPACT_MAX, { error: `at most ${IMPACT_MAX} characters` })
    .transform((text) => text.trim() || null),
  category: z
    .string()
    .max(NAME_MAX, { error: `at most ${NAME_MAX} characters` })
    .transform((text) => text.trim() || null),
});
export type DescribeToolInput = z.input<typeof describeToolInput>;
export type DescribeTool = z.output<typeof describeToolInput>;
