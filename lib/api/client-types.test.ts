import { expect, test } from "vitest";
import * as z from "zod";
import { approvalWire } from "@/lib/approvals/wire";
import { callWire } from "@/lib/calls/wire";
import { csvHeader } from "@/lib/core/export";
import { type RowOf, wireOf } from "@/lib/core/wire";
import { wholeDocument } from "./contract";
import { answerSchema } from "./json-schema";
import { clientTypes } from "./testing/client-types";

// `npx vitest run lib/api/client-types.test.ts -u` rewrites the file.
test("the types of the gateway's client are those of the OpenAPI document", async () => {
  const types = await clientTypes(wholeDocument());
  await expect(types).toMatchFileSnapshot("../../gateway/client/generated/wire.ts");
});

test("a member that a noun gains is in what goes out, the reference, exports and the client", async () => {
  const more = { moon_phase: z.string().describe("Of the night it was asked.") };

  const call = callWire.extend(more);
  const row = { moonPhase: "full" } as RowOf<typeof call>;
  expect(wireOf(call, row, {})).toMatchObject({ moon_phase: "full" });
  expect(csvHeader(Object.keys(call.shape))).toMatch(/,moon_phase\r\n$/);

  const document = structuredClone(wholeDocument());
  const { schemas } = document.components;
  const components = { Approval: {} };
  answerSchema(z.strictObject({ approval: approvalWire.extend(more).meta({ id: "Approval" }) }), components);
  expect(components.Approval).toMatchObject({
    properties: { moon_phase: { type: "string", description: "Of the night it was asked." } },
  });
  Object.assign(schemas, components);
  expect(await clientTypes(document)).toMatch(/Of the night it was asked\.\s*\*\/\s*moon_phase: string;/);
});

test("a row in wire words has the schema's members in its order, and what is made of something else", () => {
  const schema = z.strictObject({ first_at: z.string(), b: z.int(), note: z.string().optional() });
  expect(JSON.stringify(wireOf(schema, { firstAt: "now", note: undefined }, { b: 2 }))).toBe(
    '{"first_at":"now","b":2}',
  );
});
