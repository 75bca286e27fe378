import type * as z from "zod";
import type { ErrorCode } from "@/lib/core/errors";
import type { JsonLimits } from "@/lib/core/json/parse";
import type { RawJson } from "@/lib/core/json/raw";
import type { AnswerHeader } from "./headers";

/** Accepted credentials. An operator has the metrics token. */
export type Access = "gateway" | "person" | "any" | "anyone" | "operator";

export type MediaType =
  | "application/x-ndjson"
  | "application/yaml"
  | "text/csv"
  | "text/markdown"
  | "text/plain";

/** Content of one status of an operation. */
export type AnswerShape = {
  says: string;
  body?: z.ZodType;
  /** Other media types: schema of one line for NDJSON, of the whole for others. */
  texts?: Partial<Record<MediaType, z.ZodType>>;
  headers?: readonly AnswerHeader[];
};

export type AnswerShapes = Record<number, AnswerShape>;

/** The contract of one operation, for the route, the document and the tests. */
export type Definition<
  A extends AnswerShapes = AnswerShapes,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
> = {
  summary: string;
  body?: B;
  /** Schema of a body that the handler reads itself; for the document only. */
  readsBody?: z.ZodType;
  /**
   * Schema of the query string, each parameter a string. Strict schemas refuse unknown parameters.
   */
  query?: Q;
  /** Pointers of members that stay exact text (RawJson); `*` means any array index. */
  raw?: readonly string[];
  /** Also accepts YAML in a body that the handler reads itself. */
  yaml?: boolean;
  bytesMax?: number;
  /** Reads a missing body as `{}`, so that validation lists what is missing. */
  mayBeEmpty?: boolean;
  jsonLimits?: JsonLimits;
  /** Also accepts a browser session of our pages. */
  session?: boolean;
  /** The body has a rationale; callers without one count as offenders. */
  needsRationale?: boolean;
  /** Detects retries by id or Idempotency-Key. */
  idempotent?: boolean;
  asksForCall?: boolean;
  answers: A;
  /** Error codes beyond those of every operation of its kind (see `codesOf`). */
  refuses?: readonly ErrorCode[];
};

export type Operation = Definition & { access: Access };

type BodyOf<S> = S extends { body: infer B extends z.ZodType } ? z.output<B> | RawJson : undefined;

type OneAnswer<Status, S> =
  | { status: Status; headers?: Record<string, string>; body?: BodyOf<S> }
  | (S extends { texts: object }
      ?
          | { status: Status; headers?: Record<string, string>; text: string }
          | { status: Status; response: Response }
      : never);

/**
 * A handler's answer: a declared status with a matching body. RawJson members are sent verbatim.
 */
export type AnswerOf<A extends AnswerShapes> = { [S in keyof A]: OneAnswer<S, A[S]> }[keyof A];

const OF_BODIES: readonly ErrorCode[] = [
  "MALFORMED_JSON",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "VALIDATION_ERROR",
];

/** Every error code that an operation may answer with. */
export function codesOf(operation: Operation): ReadonlySet<ErrorCode> {
  const { access, query, idempotent, refuses = [] } = operation;
  const asksWho = access !== "anyone" && access !== "operator";
  return new Set<ErrorCode>([
    ...(asksWho ? (["UNAUTHENTICATED", "RATE_LIMITED"] as const) : []),
    ...(access === "gateway" || access === "person" || namesTenant(query) ? (["FORBIDDEN"] as const) : []),
    ...(bodyOf(operation) ? OF_BODIES : []),
    ...(query ? (["VALIDATION_ERROR"] as const) : []),
    ...(idempotent ? (["IDEMPOTENCY_CONFLICT", "IN_FLIGHT"] as const) : []),
    ...refuses,
    "INTERNAL_ERROR",
    ...(access === "anyone" ? [] : (["UNAVAILABLE"] as const)),
  ]);
}

/** Whether callers may name a tenant in the address: another than their own is refused. */
export function namesTenant(query: z.ZodType | undefined): boolean {
  const { shape } = (query ?? {}) as { shape?: Record<string, unknown> };
  return shape?.tenant !== undefined;
}

/** Schema of the request body, read by the route or by the handler. */
export function bodyOf({ body, readsBody }: Operation): z.ZodType | undefined {
  return body ?? readsBody;
}
