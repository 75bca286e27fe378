import * as z from "zod";

/** What a caller sends for a schema, as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function jsonSchema(schema: z.ZodType): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}

/**
 * The same of what we send. It stays open, for members may be added; schemas with an id become components.
 * @param components where these are put, by id
 */
export function answerSchema(schema: z.ZodType, components: Record<string, unknown>): unknown {
  const made = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema: one }) => {
      if (one.additionalProperties === false) delete one.additionalProperties;
      // The format says it; the pattern is only how we check it.
      if (one.format !== undefined) delete one.pattern;
      // Bounds of the language, not of the value.
      if (one.minimum === Number.MIN_SAFE_INTEGER) delete one.minimum;
      if (one.maximum === Number.MAX_SAFE_INTEGER) delete one.maximum;
    },
  });
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs, ...rest } = JSON.parse(text) as { $schema?: string; $defs?: object };
  Object.assign(components, $defs);
  return rest;
}
