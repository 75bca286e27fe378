/** The subset of JSON Schema that the reference shows. */
export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
  items?: Schema;
  description?: string;
  maxLength?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
};

type Content = Record<string, { schema: Schema; examples?: Record<string, { value?: unknown }> }>;

export type Response = {
  description: string;
  content?: Content;
  /** The meaning of the response, if its status is a refusal too. */
  "x-says"?: string;
  /** The error codes of a refusal. */
  "x-codes"?: readonly string[];
};

export type Described = {
  summary: string;
  security?: Record<string, unknown>[];
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses: Record<string, Response>;
};

export type Row = { name: string; required: boolean; schema: Schema };

/** The members of each form that a body may have. */
export function formsOf(schema: Schema): Row[][] {
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return forms.flatMap(formsOf);
  return [
    Object.entries(schema.properties ?? {}).map(([name, property]) => ({
      name,
      required: schema.required?.includes(name) ?? false,
      schema: property,
    })),
  ];
}

const COMPONENT = "#/components/schemas/";

/**
 * A schema with its own reference and those of its forms resolved; deeper members keep references.
 */
export function resolved(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  if (schema.$ref) return schemas[schema.$ref.replace(COMPONENT, "")] ?? schema;
  const each = (forms: Schema[] | undefined) => forms?.map((form) => resolved(form, schemas));
  return { ...schema, anyOf: each(schema.anyOf), oneOf: each(schema.oneOf) };
}

/** The forms of a response body, without problem documents, with recorded examples. */
export function schemasOf({ content = {} }: Response) {
  return Object.entries(content)
    .filter(([type]) => type !== "application/problem+json")
    .map(([type, { schema, examples = {} }]) => ({ type, schema, examples }));
}

export function kindOf(schema: Schema): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.map(String).join(" | ");
  if (schema.$ref) return schema.$ref.replace(COMPONENT, "");
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

/** The schema of the JSON body, if any. */
export function bodyOf(described: Described): Schema | undefined {
  return described.requestBody?.content["application/json"].schema;
}

/** The search words of an operation: its members and their descriptions. */
export function wordsOf(described: Described): string {
  const body = bodyOf(described);
  const rows = [...described.parameters, ...(body ? formsOf(body).flat() : [])];
  return rows.map(({ name, schema }) => `${name} ${kindOf(schema)} ${schema.description ?? ""}`).join(" ");
}
