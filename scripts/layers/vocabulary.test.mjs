import { expect, test } from "vitest";
import { breaches, idle } from "./testing/plant.mjs";

const CORE = {
  "lib/core/db.ts": "export const read = 1;",
  "lib/core/clock.ts": "export const databaseNow = 1;",
  "lib/core/schema.ts": 'import * as z from "zod";\nexport const idSchema = z;',
  "lib/core/place.ts": 'import { read } from "./db";\nexport const placeOf = read;',
};
const rules = (file, text) => breaches("vocabulary", { ...CORE, [file]: text });

test.each([
  ["lib/tools/types.ts", 'import { x } from "./rules";', "types.ts imports types only"],
  ["lib/core/types.ts", 'import * as z from "zod";', "types.ts imports types only"],
  [
    "lib/tools/schema.ts",
    'import * as z from "zod";\nimport fs from "node:fs";',
    "a schema is built from zod",
  ],
  ["lib/tools/schema.ts", "export type Row = { id: string };", "holds no zod contract"],
  ["lib/tools/schema.ts", 'import type * as z from "zod";', "holds no zod contract"],
  ["lib/tools/rules.ts", 'import { read } from "@/lib/core/db";', "through lib/core/db.ts"],
  ["lib/tools/rules.ts", 'import { placeOf } from "@/lib/core/place";', "lib/core/place.ts, lib/core/db.ts"],
  ["lib/tools/wire.ts", 'import { databaseNow } from "@/lib/core/clock";', "through lib/core/clock.ts"],
  ["lib/auth/wire.ts", 'import { Prisma } from "@/lib/generated/prisma/client";', "through lib/generated"],
  ["lib/tools/rules.ts", "export const late = (at) => at < new Date();", "time comes in as now"],
  ["lib/tools/rules.ts", "export const late = (at) => at < Date.now();", "time comes in as now"],
  ["lib/tools/queries.ts", 'import { cookies } from "next/headers";', "the caller passes a scope"],
  ["lib/tools/commands.ts", 'import { headers } from "next/headers";', "the caller passes a scope"],
  ["lib/tools/queries.ts", "export const a = () => change(1);", "calls change; queries only read"],
  ["lib/tools/queries.ts", "export const a = () => ingest(1);", "calls ingest; queries only read"],
  ["lib/tools/queries.ts", "export const a = (tx) => tx.tool.update({});", "writes tool; queries only read"],
  ["lib/tools/queries.ts", "const a = sql`insert into tools (id) values (1)`;", "writes tools"],
  ["lib/tools/commands.ts", "export const a = (x) => inputSchema.parse(x);", "parsed once, at the edge"],
  ["lib/tools/commands.ts", "export const a = (x) => s.row.safeParse(x);", "parsed once, at the edge"],
  ["lib/tools/actions.ts", "export async function rate() {}", '"use server"'],
  [
    "lib/tools/actions.ts",
    `"use server";\nexport async function rate() {\n${idle(11)}}`,
    "lib/tools/actions.ts:2: an action of 13 lines, at most 12",
  ],
  ["lib/tools/worker.ts", "start();", "runs at import"],
])("finds in %s: %s", (file, text, words) => {
  const found = rules(file, text);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(words);
});

test("files that do what their names say", () => {
  expect(
    breaches("vocabulary", {
      ...CORE,
      "lib/tools/types.ts":
        'import type { Tool } from "@/lib/generated/prisma/client";\nimport { RISKS } from "@/lib/core/types";',
      "lib/core/types.ts": "export const RISKS = [];",
      "lib/tools/schema.ts":
        'import { idSchema } from "@/lib/core/schema";\nimport { RISKS } from "./types";\nimport type { Tx } from "@/lib/core/db";',
      "lib/tools/rules.ts":
        'import type { Tx } from "@/lib/core/db";\nimport { RISKS } from "./types";\nexport const at = (now) => new Date(now);',
      "lib/tools/wire.ts": 'import * as z from "zod";\nexport const toolWire = z;',
      "lib/tools/queries.ts":
        'import { read } from "@/lib/core/db";\n' +
        "export const a = (tx) => [tx.tool.findMany(), tx.$queryRaw`select id from tools for update`];",
      "lib/tools/commands.ts":
        'import { change } from "@/lib/core/db";\nexport const a = (x) => change(JSON.parse(x));',
      "lib/tools/actions.ts": `"use server";\nexport async function rate() {\n${idle(10)}}`,
      "lib/tools/worker.ts": "export const runOnce = () => change(1);",
      "lib/tools/signing.ts": "export const sign = () => new Date();",
      "lib/tools/rules.test.ts": 'import { read } from "@/lib/core/db";\nDate.now();',
    }),
  ).toEqual([]);
});
