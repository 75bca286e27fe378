import { compile } from "json-schema-to-typescript";
import type { wholeDocument } from "../contract";

type Schema = Record<string, unknown>;
type Content = { content: { "application/json": { schema: Schema } } };
type Described = { requestBody: Content; responses: Record<string, Content> };

/** Request bodies of the gateway's client, by their names there. */
const SENT = {
  AuthorizeRequest: ["/api/v1/authorize", "post"],
  ApprovalRequest: ["/api/v1/approvals", "post"],
  ExecutionReport: ["/api/v1/approvals/{id}/execution", "post"],
  ToolsRequest: ["/api/v1/tools", "put"],
  AuditRequest: ["/api/v1/audit", "post"],
  Feedback: ["/api/v1/feedback", "post"],
} as const;

const ANSWERED = {
  CreatedApproval: ["/api/v1/approvals", "post", "201"],
  EndedApproval: ["/api/v1/approvals", "post", "200"],
  AuditRowAnswer: ["/api/v1/audit", "post", "201"],
  AuditBatchAnswer: ["/api/v1/audit", "post", "207"],
  FeedbackAnswer: ["/api/v1/feedback", "post", "201"],
} as const;

const NAMED = [
  "Allow",
  "Deny",
  "Wait",
  "Approval",
  "PasskeySignature",
  "Policy",
  "RegisteredTool",
  "Reply",
] as const;

// Keywords about the form of a value, not its type.
const LOOKS = new Set([
  ...["default", "example", "examples", "format", "id", "pattern", "propertyNames"],
  ...["minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ...["minItems", "maxItems"],
]);

/**
 * TypeScript types for the gateway's client, with wire names.
 * @param document the OpenAPI document
 */
export async function clientTypes(document: ReturnType<typeof wholeDocument>): Promise<string> {
  const paths = document.paths as Record<string, Record<string, unknown>>;
  const at = (path: string, method: string) => paths[path]?.[method] as Described;
  const webhook = document.webhooks["approval.approved"]?.post.requestBody as Content;
  const schemas: Record<string, Schema> = {
    ...mapped(SENT, ([path, method]) => json(at(path, method).requestBody)),
    ...mapped(ANSWERED, ([path, method, status]) => json(at(path, method).responses[status])),
    ...Object.fromEntries(NAMED.map((name) => [name, document.components.schemas[name] as Schema])),
    Event: json(webhook),
  };
  const text = JSON.stringify(kindsOf(schemas)).replaceAll("#/components/schemas/", "#/$defs/");
  const $defs = JSON.parse(text) as Record<string, Schema>;
  for (const [name, schema] of Object.entries($defs)) schema.title = name;
  const properties = mapped($defs, (_, name) => ({ $ref: `#/$defs/${name}` }));
  const required = Object.keys($defs);
  const whole = { title: "Contract", type: "object", additionalProperties: false } as const;
  return compile({ ...whole, required, properties, $defs }, "Contract", {
    bannerComment: "/* Made of the OpenAPI document by lib/api/client-types.test.ts; not written by hand. */",
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { printWidth: 100 },
  });
}

const json = (content: Content | undefined): Schema => content?.content["application/json"].schema ?? {};

function mapped<T extends object, R>(
  table: T,
  to: (value: T[keyof T], name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, to(value, name)]));
}

/** The schemas without such keywords. Members may have such a name. */
function kindsOf(schema: unknown, areMembers = true): unknown {
  if (Array.isArray(schema)) return schema.map((one) => kindsOf(one, false));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => areMembers || !LOOKS.has(name))
      .map(([name, value]) => [name, kindsOf(value, name === "properties")]),
  );
}
