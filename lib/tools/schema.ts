import * as z from "zod";
import { hasMembers, NAME_MAX } from "@/lib/core/limits";
import { RISKS } from "@/lib/core/risk";
import { rawObject, rawObjectOrNull, riskWord, shortName, storedName, tenantKey } from "@/lib/core/schema";
import {
  ANNOTATIONS_BYTES_MAX,
  CHEATSHEET_BYTES_MAX,
  DESCRIPTION_MAX,
  IMPACT_MAX,
  KNOWN_BUDGET,
  RATED_MAX,
  SCHEMA_BYTES_MAX,
  TOOLS_MAX,
} from "./types";

const markdown = z
  .string()
  .min(1)
  .refine((text) => new TextEncoder().encode(text).length <= CHEATSHEET_BYTES_MAX, {
    error: `at most ${CHEATSHEET_BYTES_MAX} bytes`,
  });

/**
 * A tool of an MCP `tools/list` with our members. Other MCP members (title, icons, _meta …) are
 * allowed.
 */
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
const putToolsWire = z
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

export const cheatsheetSchema = z.strictObject({ markdown });

export const cheatsheetQuery = z.strictObject({ gateway: storedName.optional() });

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
  provider: storedName.optional(),
  gateway: storedName.optional().describe("With a personal token: which gateway's tools."),
  tenant: tenantKey
    .optional()
    .describe("Whose ratings count; without it, the only one of these credentials."),
});

export type KnownToolsQuery = z.output<typeof knownToolsQuery>;

/** People's words about a tool; empty uses the gateway's. */
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

const rating = z
  .strictObject({ risk: z.enum(RISKS).nullable(), requiresConfirmation: z.boolean().nullable() })
  .nullable();

/**
 * Overrides for one tenant, or (`tenantId` null) for all, in one transaction. `undo` marks an undo.
 */
export const rateToolsInput = z.strictObject({
  tenantId: z.string().nullable(),
  changes: z
    .array(
      z.strictObject({ toolId: z.string(), to: rating, seen: rating, version: z.int().min(1).optional() }),
    )
    .min(1)
    .max(RATED_MAX)
    .refine((changes) => new Set(changes.map(({ toolId }) => toolId)).size === changes.length, {
      error: "each tool once",
    }),
  undo: z.boolean().optional(),
});

export const confirmRatingInput = z
  .strictObject({
    toolId: z.string(),
    tenantId: z.string().nullable(),
    from: z.int().min(1),
    version: z.int().min(1),
    undo: z.boolean().optional(),
  })
  .refine(({ from, version, undo }) => (undo ? version < from : version > from), {
    error: "a rating is confirmed for a newer definition, and that taken back for an older one",
  });
