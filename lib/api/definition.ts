import type * as z from "zod";
import type { ErrorCode } from "@/lib/core/errors";
import type { JsonLimits } from "@/lib/core/json/parse";
import type { RawJson } from "@/lib/core/json/raw";
import type { AnswerHeader } from "./headers";

/** Whose credentials are accepted. An operator's is the token of the metrics. */
export type Access = "gateway" | "person" | "any" | "anyone" | "operator";

/** Bodies that are no single JSON value. */
export type MediaType =
  | "application/x-ndjson"
  | "application/yaml"
  | "text/csv"
  | "text/markdown"
  | "text/plain";

/** What one status of an operation carries. */
export type AnswerShape = {
  /** For the document: what it means. */
  says: string;
  /** Schema of the JSON body. */
  body?: z.ZodType;
  /** Other forms of the body: schema of a line of NDJSON, of the whole of the others. */
  texts?: Partial<Record<MediaType, z.ZodType>>;
  headers?: readonly AnswerHeader[];
};

export type AnswerShapes = Record<number, AnswerShape>;

/** Everything that is promised of one operation: the route keeps it, the document tells it, tests hold every answer to it. */
export type Definition<
  A extends AnswerShapes = AnswerShapes,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
> = {
  summary: string;
  /** Schema of the JSON body; without one, none is read. */
  body?: B;
  /** Schema of a body that the handler reads by itself; for the document. */
  readsBody?: z.ZodType;
  /** Schema of the query string, each parameter a string; unknown parameters are refused by strict schemas. */
  query?: Q;
  /** Pointers of members that stay exact text (RawJson); a star stands for any array index. */
  raw?: readonly string[];
  /** The body that the handler reads by itself may be YAML instead, which is read as the JSON it stands for. */
  yaml?: boolean;
  bytesMax?: number;
  /** A request without any body is read as `{}`, so that it is told what it lacks. */
  mayBeEmpty?: boolean;
  jsonLimits?: JsonLimits;
  /** A browser session of our own pages is a person's credential too. */
  session?: boolean;
  /** The body has a rationale, and callers that leave it out count as offenders. */
  needsRationale?: boolean;
  /** Recognises a retry by its id or its Idempotency-Key. */
  idempotent?: boolean;
  /** Asks for one call: its callback continues the caller's trace. */
  asksForCall?: boolean;
  answers: A;
  /** What it may refuse besides what every operation of its kind does (see `codesOf`). */
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

/** What a handler answers: one of the statuses it declares, with a body that fits. RawJson members are sent verbatim. */
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

/** The schema of what is sent, whoever reads it. */
export function bodyOf({ body, readsBody }: Operation): z.ZodType | undefined {
  return body ?? readsBody;
}
