import * as z from "zod";
import { type Camel, camel } from "./casing";
import { RawJson } from "./json/raw";

// Pieces of what goes out. The input of such a schema is what stands on the wire; its output is what our code puts there.

/** RFC 3339 in UTC. */
export const wireTime = z.iso.datetime().transform((text) => new Date(text));

/**
 * Text that agents, gateways, tool servers or people wrote. Pages show a member of this kind, in whatever noun it stands, through
 * `Untrusted`: `scripts/layers/untrusted.mjs` reads the members from the schemas.
 */
export const foreignText = z.string();

/** A JSON object, byte for byte. */
export const exactObject = z.record(z.string(), z.unknown()).transform(toRaw);

/** Any JSON value, byte for byte. */
export const exactJson = z
  .unknown()
  .refine((value) => value !== undefined, "is missing")
  .transform(toRaw);

/** What was written as JSON before and is sent as it is. */
export const exact = <S extends z.ZodType>(schema: S) => schema.transform(toRaw);

/** One page of a list. */
export const pageWire = <S extends z.ZodType>(row: S) =>
  z.strictObject({
    data: z.array(row),
    next_cursor: z.string().nullable().describe("Send it as cursor for the next page; null on the last."),
  });

/** What goes out, as our code holds it: a schema's members under their names in camelCase. */
export type RowOf<S extends z.ZodObject, Made = never> = {
  [K in keyof z.output<S> as K extends Made ? never : Camel<K & string>]: z.output<S>[K];
};

/**
 * A row in wire words: the members of the schema, in its order, each from the row's member of that
 * name in camelCase, but for those that are made of something else. A member that neither has does
 * not compile.
 */
export function wireOf<S extends z.ZodObject, M extends Partial<z.output<S>>>(
  { shape }: S,
  row: RowOf<S, keyof M>,
  made: M,
): z.output<S> {
  const wire: Record<string, unknown> = {};
  for (const name in shape)
    wire[name] = name in made ? made[name as keyof M] : row[camel(name) as keyof typeof row];
  return wire as z.output<S>;
}

/** What a caller is warned of although its row was taken. */
export const warningsWire = z
  .array(z.strictObject({ code: z.literal("RATIONALE_MISSING"), message: z.string() }))
  .optional()
  .describe("Only in the tenant's grace period.");

/** One thing wrong with one member of a request. */
export const fieldErrorWire = z.strictObject({
  pointer: z.string().describe("A JSON pointer into the request."),
  code: z.string(),
  message: z.string(),
  hint: z.string().optional().describe("What would be valid."),
  received: z.string().optional().describe("The head of what was sent there."),
  line: z.int().optional().describe("Line of the text that was sent, from 1. Only of YAML."),
});

// Only tests read what we sent, and none of them looks inside.
const UNREAD = { kind: "constant", value: null, start: 0, end: 0 } as const;

function toRaw(value: unknown): RawJson {
  return new RawJson(JSON.stringify(value), UNREAD);
}
