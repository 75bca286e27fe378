import * as z from "zod";

/** JSON Schema 2020-12 of an input, the dialect of OpenAPI 3.1. */
export function jsonSchema(schema: z.ZodType): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}

/**
 * The same for output. Stays open, because members may be added. Schemas with an id become
 * components.
 * @param components receives them, by id
 */
export function answerSchema(schema: z.ZodType, components: Record<string, unknown>): unknown {
  const made = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema: one }) => {
      if (one.additionalProperties === false) delete one.additionalProperties;
      // The format is enough; the pattern is our way to check it.
      if (one.format !== undefined) delete one.pattern;
      // Bounds of JavaScript, not of the value.
      if (one.minimum === Number.MIN_SAFE_INTEGER) delete one.minimum;
      if (one.maximum === Number.MAX_SAFE_INTEGER) delete one.maximum;
    },
  });
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs, ...rest } = JSON.parse(text) as { $schema?: string; $defs?: object };
  Object.assign(components, $defs);
  return rest;
}
