import { randomUUID } from "node:crypto";
import type * as z from "zod";
import { authenticateBearer } from "@/lib/auth/credentials/bearer";
import { DomainError, invalid } from "@/lib/core/errors";
import { JsonError, type JsonLimits, type JsonNode, toPointer } from "@/lib/core/json/parse";
import { serializeJson, toPlain } from "@/lib/core/json/raw";
import { withLogContext } from "@/lib/core/log";
import { toDomainError } from "@/lib/core/outcome";
import type { GatewayScope, UserScope } from "@/lib/core/scope";
import { BODY_BYTES_MAX, bodyFingerprint, readJsonBody } from "./body";
import { countRequest } from "./limits";
import { problemParts, problemResponse } from "./problem";
import { noteRequest } from "./record";
import { validate } from "./validate";

/** What a handler answers. `body` is serialised with RawJson members verbatim; `text` is sent as it is. */
export type Answer = { status: number; headers?: Record<string, string> } & (
  | { body?: unknown }
  | { text: string }
  | { response: Response }
);

/** A plain function from request to response; Next and any other server can mount it. */
export type RouteHandler = (
  request: Request,
  context?: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>;

type Scopes = { gateway: GatewayScope; person: UserScope; any: GatewayScope | UserScope };

export type RouteOptions<B extends z.ZodType | undefined, Q extends z.ZodType | undefined> = {
  /** Schema of the JSON body; without one, none is read. */
  body?: B;
  /** Schema of the query string, each parameter a string; unknown parameters are refused by strict schemas. */
  query?: Q;
  /** Pointers of members that stay exact text (RawJson); a star stands for any array index. */
  raw?: readonly string[];
  bytesMax?: number;
  jsonLimits?: JsonLimits;
  /** Also finds the scope by other means than a bearer credential, for example a browser session. */
  authenticate?: (request: Request) => Promise<GatewayScope | UserScope>;
};

export type RouteContext<S, B, Q> = {
  request: Request;
  requestId: string;
  scope: S;
  params: Record<string, string>;
  input: B;
  query: Q;
  /** The body as it was read; its fingerprint is what tells a retry from another request. */
  body: { text: string; node: JsonNode; fingerprint: (without: readonly string[]) => string };
};

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/**
 * Wraps a handler with everything each API route owes its caller: request id, credentials, limits, size bound, strict parse,
 * schema, one error shape. `access` says whose credentials are accepted.
 */
export function apiRoute<
  A extends keyof Scopes,
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
>(
  access: A,
  options: RouteOptions<B, Q>,
  handler: (context: RouteContext<Scopes[A], Output<B>, Output<Q>>) => Promise<Answer>,
): RouteHandler {
  return (request, context) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    return withLogContext({ request_id: requestId }, async () => {
      const headers: Record<string, string> = { ...COMMON_HEADERS, "x-request-id": requestId };
      let scope: GatewayScope | UserScope | undefined;
      let input: Output<B> | undefined;
      try {
        scope = await (options.authenticate ?? authenticateBearer)(request);
        assertAccess(scope, access);
        Object.assign(headers, await countRequest(scope.actor));
        const params = decodeParams(await context?.params);
        const query = options.query ? validate(options.query, queryOf(request)) : undefined;
        const body = options.body
          ? await readJsonBody(request, options.bytesMax ?? BODY_BYTES_MAX, options.jsonLimits)
          : NO_BODY;
        input = (
          options.body ? validate(options.body, plainBody(body, options.raw)) : undefined
        ) as Output<B>;
        const answer = await handler({
          request,
          requestId,
          scope: scope as Scopes[A],
          params,
          query: query as Output<Q>,
          input,
          body: { ...body, fingerprint: (without) => bodyFingerprint(body.node, without) },
        });
        const told = "body" in answer ? answer.body : undefined;
        noteRequest(scope, request, { requestId, startedAt, status: answer.status, input, body: told });
        return toResponse(answer, headers);
      } catch (thrown) {
        const { status, headers: all, text } = problemParts(toDomainError(thrown), requestId, headers);
        if (scope) noteRequest(scope, request, { requestId, startedAt, status, input, problem: text });
        return new Response(text, { status, headers: all });
      }
    });
  };
}

/** What a public route (health, OpenAPI) owes: request id, common headers, one error shape. */
export function publicRoute(handler: (request: Request) => Promise<Answer>): RouteHandler {
  return (request) => {
    const requestId = randomUUID();
    return withLogContext({ request_id: requestId }, async () => {
      const headers = { ...COMMON_HEADERS, "x-request-id": requestId };
      try {
        return toResponse(await handler(request), headers);
      } catch (thrown) {
        return problemResponse(toDomainError(thrown), requestId, headers);
      }
    });
  };
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/** All methods of one resource: those not given answer 405 with the ones that are. */
export function resource(handlers: Partial<Record<Method, RouteHandler>>): Record<Method, RouteHandler> {
  const allow = METHODS.filter((method) => handlers[method]).join(", ");
  const refuse: RouteHandler = async (request) =>
    problemResponse(
      new DomainError("METHOD_NOT_ALLOWED", `${request.method} is not supported here. Use ${allow}.`),
      randomUUID(),
      { ...COMMON_HEADERS, allow },
    );
  return Object.fromEntries(METHODS.map((method) => [method, handlers[method] ?? refuse])) as Record<
    Method,
    RouteHandler
  >;
}

export function ok(body: unknown, headers?: Record<string, string>): Answer {
  return { status: 200, body, headers };
}

export function created(body: unknown, headers?: Record<string, string>): Answer {
  return { status: 201, body, headers };
}

/** The caller's id of a request: the body's own `id`, else the Idempotency-Key header. */
export function requestKeyOf(request: Request, id: string | undefined): string | null {
  if (id !== undefined) return `id:${id}`;
  const header = request.headers.get("idempotency-key");
  if (header === null) return null;
  if (!/^[\x20-\x7e]{1,200}$/.test(header)) {
    throw new DomainError(
      "VALIDATION_ERROR",
      "The Idempotency-Key header must be 1 to 200 printable ASCII characters. Nothing was stored.",
    );
  }
  return `key:${header}`;
}

const COMMON_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
const NO_BODY = { text: "", node: { kind: "constant", value: null, start: 0, end: 0 } satisfies JsonNode };

function assertAccess(scope: GatewayScope | UserScope, access: keyof Scopes): void {
  if (access === "gateway" && scope.actor.kind !== "gateway") {
    throw new DomainError(
      "FORBIDDEN",
      "Only a gateway may do this: use a gateway key (csk_…). A person cannot post as a gateway.",
    );
  }
  if (access === "person" && scope.actor.kind !== "user") {
    throw new DomainError(
      "FORBIDDEN",
      "Only a person may do this: use a personal token (cst_…). A gateway key can never decide.",
    );
  }
}

function decodeParams(params: Record<string, string | string[]> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, Array.isArray(value) ? value.join("/") : value]),
  );
}

/** A raw member may exceed the limits of one value although the whole body keeps its own. */
function plainBody(body: { text: string; node: JsonNode }, raw: readonly string[] | undefined): unknown {
  try {
    return toPlain(body.text, body.node, raw);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { pointer, code, message } = error;
    throw new DomainError("MALFORMED_JSON", `The body was refused: ${message}. Nothing was stored.`, {
      errors: [{ pointer, code, message }],
    });
  }
}

function queryOf(request: Request): Record<string, string> {
  for (const [name, value] of new URL(request.url).searchParams) {
    if (value.includes("\0") || name.includes("\0")) {
      throw invalid(toPointer([name]), "nul", "The NUL character is not accepted in a parameter.");
    }
  }
  return Object.fromEntries(new URL(request.url).searchParams);
}

function toResponse(answer: Answer, headers: Record<string, string>): Response {
  if ("response" in answer) {
    for (const [name, value] of Object.entries(headers))
      if (!answer.response.headers.has(name)) answer.response.headers.set(name, value);
    return answer.response;
  }
  if ("text" in answer)
    return new Response(answer.text, { status: answer.status, headers: { ...headers, ...answer.headers } });
  const text = answer.body === undefined ? null : serializeJson(answer.body);
  return new Response(text, {
    status: answer.status,
    headers: {
      ...headers,
      ...(text === null ? {} : { "content-type": "application/json" }),
      ...answer.headers,
    },
  });
}
