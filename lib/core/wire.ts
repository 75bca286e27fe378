import * as z from "zod";
import { type Camel, camel } from "./casing";
import { RawJson } from "./json/raw";

// Wire schemas for output: the input is the wire form, the output is what our code provides.

/** RFC 3339 in UTC. */
export const wireTime = z.iso.datetime().transform((text) => new Date(text));

/**
 * Text that agents, gateways, tool servers or people wrote. Pages show members of this kind
 * through `Untrusted`: `scripts/layers/untrusted.mjs` reads them from the schemas.
 */
export const foreignText = z.string();

export const exactObject = z.record(z.string(), z.unknown()).transform(toRaw);

export const exactJson = z
  .unknown()
  .refine((value) => value !== undefined, "is missing")
  .transform(toRaw);

export const exact = <S extends z.ZodType>(schema: S) => schema.transform(toRaw);

export const pageWire = <S extends z.ZodType>(row: S) =>
  z.strictObject({
    data: z.array(row),
    next_cursor: z.string().nullable().describe("Send it as cursor for the next page; null on the last."),
  });

/** Output of a schema as our code holds it, with camelCase names. */
export type RowOf<S extends z.ZodObject, Made = never> = {
  [K in keyof z.output<S> as K extends Made ? never : Camel<K & string>]: z.output<S>[K];
};

/**
 * Converts a row to wire form: schema members in order, each from the camelCase member of the row
 * or from `made`. A missing member does not compile.
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

export const warningsWire = z
  .array(z.strictObject({ code: z.literal("RATIONALE_MISSING"), message: z.string() }))
  .optional()
  .describe("Only in the tenant's grace period.");

export const fieldErrorWire = z.strictObject({
  pointer: z.string().describe("A JSON pointer into the request."),
  code: z.string(),
  message: z.string(),
  hint: z.string().optional().describe("What would be valid."),
  received: z.string().optional().describe("The head of what was sent there."),
  line: z.int().optional().describe("Line of the text that was sent, from 1. Only of YAML."),
});

// Only tests parse our output, and none inspects it.
const UNREAD = { kind: "constant", value: null, start: 0, end: 0 } as const;

function toRaw(value: unknown): RawJson {
  return new RawJson(JSON.stringify(value), UNREAD);
}
