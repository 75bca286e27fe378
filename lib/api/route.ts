import { randomUUID } from "node:crypto";
import type * as z from "zod";
import { authenticateBearer, resolveTenant } from "@/lib/auth/credentials/bearer";
import { authenticatePerson } from "@/lib/auth/sessions/request";
import { env } from "@/lib/core/env";
import { DomainError, invalid } from "@/lib/core/errors";
import { JsonError, type JsonNode } from "@/lib/core/json/parse";
import { toPointer } from "@/lib/core/json/pointers";
import { toPlain } from "@/lib/core/json/raw";
import { withLogContext } from "@/lib/core/log";
import { toDomainError } from "@/lib/core/outcome";
import { EXTERNAL_ID_FORM, externalId } from "@/lib/core/schema";
import type { GatewayScope, UserScope } from "@/lib/core/scope";
import { noteAnswer } from "./answer-log";
import { type Answer, COMMON_HEADERS, textResponse, toResponse } from "./answers";
import { BODY_BYTES_MAX, bodyFingerprint, readJsonBody } from "./body";
import { checkedBody } from "./checked-body";
import { assertDeclared } from "./declaration";
import type { Access, AnswerOf, AnswerShapes, Definition, Operation } from "./definition";
import { countRequest } from "./limits";
import { problemParts, problemResponse } from "./problem";
import { noteRequest } from "./record";
import { validate } from "./validate";

export type RouteHandler = (
  request: Request,
  context?: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>;

export type ApiRoute = RouteHandler & { operation: Operation };

type Scopes = {
  gateway: GatewayScope;
  person: UserScope;
  any: GatewayScope | UserScope;
  anyone: null;
  operator: null;
};

type RouteContext<S, B, Q> = {
  request: Request;
  requestId: string;
  scope: S;
  params: Record<string, string>;
  input: B;
  query: Q;
  /** The parsed body, and a fingerprint to recognize retries. */
  body: { text: string; node: JsonNode; fingerprint: (without: readonly string[]) => string };
};

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/**
 * Wraps a handler with request id, credentials, limits, body size, strict parsing, schema and
 * errors. `access` sets the accepted credentials.
 */
export function apiRoute<
  K extends Access,
  A extends AnswerShapes,
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
>(
  access: K,
  definition: Definition<A, B, Q>,
  handler: (context: RouteContext<Scopes[K], Output<B>, Output<Q>>) => Promise<AnswerOf<A>>,
): ApiRoute {
  const operation: Operation = { ...definition, access };
  const handle = handler as (context: RouteContext<unknown, unknown, unknown>) => Promise<Answer>;
  const serve: RouteHandler = (request, context) => {
    const requestId = randomUUID();
    return withLogContext({ request_id: requestId }, async () => {
      const response = await answer(operation, handle, { request, requestId, params: context?.params });
      return env().checksAnswers ? assertDeclared(operation, response) : response;
    });
  };
  return Object.assign(serve, { operation });
}

type Asked = {
  request: Request;
  requestId: string;
  params: Promise<Record<string, string | string[]>> | undefined;
};

async function answer(
  operation: Operation,
  handle: (context: RouteContext<unknown, unknown, unknown>) => Promise<Answer>,
  asked: Asked,
): Promise<Response> {
  const { request, requestId } = asked;
  const startedAt = performance.now();
  const headers: Record<string, string> = { ...COMMON_HEADERS, "x-request-id": requestId };
  let scope: GatewayScope | UserScope | null = null;
  let input: unknown;
  try {
    scope = await scopeOf(operation, request);
    if (scope) {
      noteAnswer({ actor: scope.actor });
      assertAccess(scope, operation.access);
      const counted = await countRequest(scope.actor);
      Object.assign(headers, counted.headers);
      if (counted.refusal) throw counted.refusal;
    }
    if (operation.idempotent) assertRequestKey(request);
    const { body: schema, raw, bytesMax = BODY_BYTES_MAX, jsonLimits, mayBeEmpty } = operation;
    const params = decodeParams(await asked.params);
    const query = operation.query ? validate(operation.query, queryOf(request)) : undefined;
    if (scope) await assertOwnTenant(scope, query);
    const reading = { limits: jsonLimits, mayBeEmpty };
    const body = schema ? await readJsonBody(request, bytesMax, reading) : NO_BODY;
    const plain = schema ? plainBody(body, raw) : undefined;
    const check = operation.needsRationale ? checkedBody : validated;
    input = schema ? await check(scope, schema, plain) : undefined;
    const fingerprint = (without: readonly string[]) => bodyFingerprint(body.node, without);
    const whole = { request, requestId, scope, params, query, input, body: { ...body, fingerprint } };
    const given = await handle(whole);
    const told = "body" in given ? given.body : undefined;
    if (scope) noteRequest(scope, request, { requestId, startedAt, status: given.status, input, body: told });
    return toResponse(given, headers);
  } catch (thrown) {
    const { status, headers: all, text } = problemParts(toDomainError(thrown), requestId, headers);
    if (scope) noteRequest(scope, request, { requestId, startedAt, status, input, problem: text });
    return textResponse(text, status, all);
  }
}

/**
 * For routes outside the contract (sign-in, the pages' own): request id, common headers, errors.
 */
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

/** Idempotency key of a request: the body's `id`, else the Idempotency-Key header. */
export function requestKeyOf(request: Request, id: string | undefined): string | null {
  if (id !== undefined) return `id:${id}`;
  const header = request.headers.get("idempotency-key");
  return header === null ? null : `key:${header}`;
}

/** Validates the header even if the body's id takes precedence. */
function assertRequestKey(request: Request): void {
  const header = request.headers.get("idempotency-key");
  if (header === null || externalId.safeParse(header).success) return;
  throw invalid(
    toPointer(["Idempotency-Key"]),
    "invalid",
    `The Idempotency-Key header must be ${EXTERNAL_ID_FORM}. Nothing was stored.`,
    EXTERNAL_ID_FORM,
  );
}

const validated: typeof checkedBody = async (_, schema, value) => validate(schema, value);

/** A tenant named in the query has to be the caller's own, also in reads. */
async function assertOwnTenant(scope: GatewayScope | UserScope, query: unknown): Promise<void> {
  const { tenant } = (query ?? {}) as { tenant?: string };
  if (tenant !== undefined) await resolveTenant(scope, tenant);
}

const NO_BODY = { text: "", node: { kind: "constant", value: null, start: 0, end: 0 } satisfies JsonNode };

async function scopeOf({ access, session }: Operation, request: Request) {
  if (access === "anyone" || access === "operator") return null;
  return session ? authenticatePerson(request) : authenticateBearer(request);
}

function assertAccess(scope: GatewayScope | UserScope, access: Access): void {
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

/** A raw member may exceed the limits of a value although the whole body does not. */
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
