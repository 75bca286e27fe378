import { parseJson } from "@/lib/core/json/parse";
import { RawJson } from "@/lib/core/json/raw";
import { countFindings } from "@/lib/tools/catalogue/rules";
import { hintsOf } from "@/lib/tools/hints";
import { lintDefinition } from "@/lib/tools/lint";
import { definitionSha256 } from "@/lib/tools/registration";
import { Chance } from "../chance/rules";
import type { PlannedGateway } from "../plan/rules";
import { ratingOf } from "../ratings/rules";
import type { RowOf } from "../rows/schema";

/** One tool as a server's `tools/list` gives it. */
export type Listed = {
  name: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
};

export type Defined = { tools: RowOf<"tools">[]; versions: RowOf<"tool_versions">[] };

const DAY_MS = 86_400_000;
// One in so many tools was published with fewer words at first.
const CHANGED_ONE_IN = 14;

/** A provider's tools as a gateway of the sample registered them, some of them twice. */
export function defineTools(
  seed: string,
  gateway: PlannedGateway,
  provider: string,
  listed: readonly Listed[],
  anchor: Date,
): Defined {
  const chance = new Chance(`${seed}/tools/${gateway.name}/${provider}`);
  const first = anchor.getTime() - 56 * DAY_MS + chance.int(0, DAY_MS);
  const defined: Defined = { tools: [], versions: [] };
  for (const tool of listed) {
    const id = chance.id(first);
    const changed = chance.int(1, CHANGED_ONE_IN) === 1;
    const second = anchor.getTime() - chance.int(4, 30) * DAY_MS;
    const versions = changed ? [earlier(tool), tool] : [tool];
    const { risk, requiresConfirmation, impact, category } = ratingOf(provider, tool.name);
    defined.tools.push({
      id,
      gateway_id: gateway.id,
      provider,
      name: tool.name,
      risk,
      requires_confirmation: requiresConfirmation,
      impact,
      category,
      version: versions.length,
      created_at: new Date(first),
      updated_at: new Date(changed ? second : first),
    });
    versions.forEach((one, index) => {
      defined.versions.push(versionRow(id, index + 1, one, new Date(index === 0 ? first : second)));
    });
  }
  return defined;
}

/** What it may have looked like before: the first sentence only, and the last optional parameter not there yet. */
function earlier(tool: Listed): Listed {
  const description = (tool.description ?? "").split(/(?<=\.)\s/)[0] ?? "";
  const properties = (tool.inputSchema.properties ?? {}) as Record<string, unknown>;
  const required = (tool.inputSchema.required ?? []) as string[];
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const last = optional.at(-1);
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => name !== last));
  const same = last === undefined && description === tool.description;
  return {
    ...tool,
    description: same ? `${description} (beta)` : description,
    inputSchema: { ...tool.inputSchema, properties: kept },
  };
}

function versionRow(id: string, version: number, tool: Listed, at: Date): RowOf<"tool_versions"> {
  const raw = (value: unknown) =>
    value === undefined || value === null ? null : RawJson.parse(JSON.stringify(value));
  const input = JSON.stringify(tool.inputSchema);
  const [outputSchema, annotations] = [raw(tool.outputSchema), raw(tool.annotations)];
  const description = tool.description ?? "";
  const digest = definitionSha256({
    name: tool.name,
    description,
    inputSchema: new RawJson(input, parseJson(input)),
    outputSchema,
    annotations,
    risk: undefined,
    requiresConfirmation: undefined,
    impact: undefined,
    category: undefined,
    cheatsheet: false,
  });
  const hints = hintsOf(annotations?.text ?? null);
  const annotationsText = annotations?.text ?? null;
  const findings = countFindings(
    lintDefinition({ name: tool.name, description, inputSchemaText: input, annotationsText }),
  );
  return {
    tool_id: id,
    version,
    description,
    input_schema: input,
    output_schema: outputSchema?.text ?? null,
    annotations: annotationsText,
    definition_sha256: digest,
    read_only_hint: hints.readOnly,
    destructive_hint: hints.destructive,
    warnings: findings.warnings,
    remarks: findings.remarks,
    created_at: at,
  };
}
