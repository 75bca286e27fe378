/** As much of JSON Schema as the reference shows. */
export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  description?: string;
  maxLength?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
};

export type Described = {
  summary: string;
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses: Record<string, { description: string }>;
};

export type Row = { name: string; required: boolean; schema: Schema };

/** The members of each form a body may have. */
export function formsOf(schema: Schema): Row[][] {
  if (schema.anyOf) return schema.anyOf.flatMap(formsOf);
  return [
    Object.entries(schema.properties ?? {}).map(([name, property]) => ({
      name,
      required: schema.required?.includes(name) ?? false,
      schema: property,
    })),
  ];
}

/** What a value is, in a few words. */
export function kindOf(schema: Schema): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.map(String).join(" | ");
  if (schema.anyOf) return schema.anyOf.map(kindOf).join(" or ");
  if (schema.type === "array") return `list of ${schema.items ? kindOf(schema.items) : "values"}`;
  return Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any JSON value");
}

export function limitsOf({ minLength, maxLength, minimum, maximum }: Schema): string {
  const characters =
    maxLength === undefined ? "" : `${minLength ?? 0} to ${maxLength.toLocaleString("en")} characters`;
  const sane = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return characters || (sane ? `${minimum ?? 0} to ${maximum.toLocaleString("en")}` : "");
}

/** The schema of the JSON body, if there is one. */
export function bodyOf(described: Described): Schema | undefined {
  return described.requestBody?.content["application/json"].schema;
}

/** Every word an operation is found by: its members and what is said of them. */
export function wordsOf(described: Described): string {
  const body = bodyOf(described);
  const rows = [...described.parameters, ...(body ? formsOf(body).flat() : [])];
  return rows.map(({ name, schema }) => `${name} ${kindOf(schema)} ${schema.description ?? ""}`).join(" ");
}
