import type * as z from "zod";
import { sessionCookieName } from "@/lib/auth/sessions/cookie";
import { env } from "@/lib/core/env";
import { ERROR_STATUS, type ErrorCode } from "@/lib/core/errors";
import { yamlOf } from "@/lib/core/json/yaml";
import { version } from "@/lib/core/version";
import { type Access, type AnswerShape, bodyOf, codesOf, type Operation } from "./definition";
import { EXAMPLES } from "./examples";
import { ANSWER_HEADERS, type AnswerHeader, LIMIT_HEADERS, REQUEST_HEADERS } from "./headers";
import { answerSchema, jsonSchema } from "./json-schema";
import { problemWire, RETRYABLE, TITLES } from "./problem";
import type { Method, Resource } from "./resource";
import { describeWebhooks } from "./webhooks";

type Json = Record<string, unknown>;

const PROBLEM = { $ref: "#/components/schemas/Problem" };
const WHO: Record<Access, readonly string[]> = {
  gateway: ["gateway"],
  person: ["person"],
  any: ["gateway", "person"],
  anyone: [],
  operator: ["operator"],
};

/** The OpenAPI 3.1 document from the routes' declarations, with examples recorded by a test. */
export function openApiDocument(resources: readonly Resource[]) {
  const schemas: Json = {};
  answerSchema(problemWire, schemas);
  const paths: Record<string, Json> = {};
  for (const { path, operations } of resources) {
    const methods = Object.entries(operations) as [Method, Operation][];
    paths[path] = Object.fromEntries(
      methods.map(([method, operation]) => [
        method.toLowerCase(),
        describe(operation, method, path, schemas),
      ]),
    );
  }
  return {
    openapi: "3.1.0" as const,
    info: {
      title: "Countersign",
      version,
      description: "Pending approvals, feedback and audit rows of AI agents' tool calls.",
    },
    servers: [{ url: env().PUBLIC_URL }],
    components: {
      securitySchemes: securitySchemes(),
      schemas,
      headers: { ...ANSWER_HEADERS },
      examples: Object.fromEntries(
        Object.entries(EXAMPLES.problems).map(([code, value]) => [code, { value }]),
      ),
    },
    paths,
    webhooks: describeWebhooks(schemas),
  };
}

function securitySchemes(): Json {
  return {
    gateway: { type: "http", scheme: "bearer", bearerFormat: "csk_…", description: "A gateway key." },
    person: { type: "http", scheme: "bearer", bearerFormat: "cst_…", description: "A personal token." },
    operator: { type: "http", scheme: "bearer", bearerFormat: "METRICS_TOKEN" },
    session: {
      type: "apiKey",
      in: "cookie",
      name: sessionCookieName(),
      description:
        "A signed-in browser; a request that changes something must come from Countersign's own pages.",
    },
  };
}

function describe(operation: Operation, method: Method, path: string, schemas: Json): Json {
  const { access, session, summary } = operation;
  const who = [...WHO[access], ...(session ? ["session"] : [])];
  const body = bodyOf(operation);
  const key = `${method} ${path}`;
  return {
    operationId: operationId(method, path),
    summary,
    security: who.map((name) => ({ [name]: [] })),
    parameters: parametersOf(operation, path),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: {
              ...jsonContent(body, EXAMPLES.requests[key]),
              ...yamlContent(operation, body, EXAMPLES.requests[key]),
            },
          },
        }
      : {}),
    responses: {
      ...mergeByStatus(answersOf(operation, key, schemas), refusalsOf(operation)),
      default: { description: "A problem document.", content: problemContent([]) },
    },
  };
}

function operationId(method: Method, path: string): string {
  const words = path.replace(/^\/api\/(v1\/)?/, "/").match(/[a-z]+/gi) ?? [];
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
}

function yamlContent({ yaml }: Operation, schema: z.ZodType, example: unknown): Json {
  if (!yaml) return {};
  const shown = example === undefined ? {} : { example: yamlOf(example) };
  return { "application/yaml": { schema: jsonSchema(schema), ...shown } };
}

function jsonContent(schema: z.ZodType, example: unknown): Json {
  const shown = example === undefined ? {} : { example };
  return { "application/json": { schema: jsonSchema(schema), ...shown } };
}

function parametersOf(operation: Operation, path: string): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inHeaders = Object.entries(REQUEST_HEADERS)
    .filter(([name]) => takesHeader[name as keyof typeof REQUEST_HEADERS](operation))
    .map(([name, header]) => ({ name, in: "header", required: false, ...header }));
  return [...inPath, ...(operation.query ? queryParameters(operation.query) : []), ...inHeaders];
}

const takesHeader: Record<keyof typeof REQUEST_HEADERS, (operation: Operation) => boolean> = {
  "Idempotency-Key": ({ idempotent = false }) => idempotent,
  traceparent: ({ asksForCall = false }) => asksForCall,
  "If-Match": ({ refuses = [] }) => refuses.includes("PRECONDITION_FAILED"),
  "If-None-Match": ({ answers }) => 304 in answers,
};

function queryParameters(query: z.ZodType): Json[] {
  const schema = jsonSchema(query) as { properties?: Json; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: "query",
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));
}

type Responses = Record<
  string,
  {
    description: string;
    headers: Json;
    content?: Json;
    /** For a status that is both an answer and an error. */
    "x-says"?: string;
    "x-codes"?: readonly ErrorCode[];
  }
>;

function answersOf(operation: Operation, key: string, schemas: Json): Responses {
  const asksWho = operation.access !== "anyone" && operation.access !== "operator";
  return Object.fromEntries(
    Object.entries(operation.answers).map(([status, shape]) => {
      const headers = headersOf([...(asksWho ? LIMIT_HEADERS : []), ...(shape.headers ?? [])]);
      const content = contentOf(shape, EXAMPLES.answers[key]?.[status] ?? {}, schemas);
      return [status, { description: shape.says, headers, ...(content ? { content } : {}) }];
    }),
  );
}

function headersOf(names: readonly AnswerHeader[]): Json {
  const all = ["X-Request-Id", ...new Set(names)];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function contentOf(
  shape: AnswerShape,
  examples: Record<string, Record<string, unknown>>,
  schemas: Json,
): Json | null {
  const forms = [...(shape.body ? [["application/json", shape.body] as const] : [])];
  const all = [...forms, ...Object.entries(shape.texts ?? {})];
  if (all.length === 0) return null;
  return Object.fromEntries(
    all.map(([type, schema]) => {
      const shown = Object.entries(examples[type] ?? {}).map(([name, value]) => [name, { value }]);
      const content = { schema: answerSchema(schema, schemas) };
      return [type, shown.length > 0 ? { ...content, examples: Object.fromEntries(shown) } : content];
    }),
  );
}

/** Errors of an operation by status; several codes may share one. */
function refusalsOf(operation: Operation): Responses {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(operation))
    byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `${code}: ${TITLES[code]}.`).join(" "),
        "x-codes": codes,
        headers: headersOf([
          ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
          ...(codes.some((code) => RETRYABLE.has(code)) ? (["Retry-After"] as const) : []),
          ...(status === ERROR_STATUS.RATE_LIMITED ? LIMIT_HEADERS : []),
        ]),
        content: problemContent(codes),
      },
    ]),
  );
}

function problemContent(codes: readonly ErrorCode[]): Json {
  const shown = codes.filter((code) => code in EXAMPLES.problems);
  const examples = Object.fromEntries(shown.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return { "application/problem+json": { schema: PROBLEM, ...(shown.length > 0 ? { examples } : {}) } };
}

function mergeByStatus(answers: Responses, refusals: Responses): Responses {
  const merged = { ...answers };
  for (const [status, refusal] of Object.entries(refusals)) {
    const answer = merged[status];
    merged[status] = answer
      ? {
          ...refusal,
          description: `${answer.description} ${refusal.description}`,
          "x-says": answer.description,
          headers: { ...answer.headers, ...refusal.headers },
          content: { ...answer.content, ...refusal.content },
        }
      : refusal;
  }
  return merged;
}
