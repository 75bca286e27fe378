import { expect, test } from "vitest";
import { breaches } from "./testing/plant.mjs";

const CORE = {
  "lib/core/db.ts": 'import "server-only";\nimport pg from "pg";\nexport const read = pg;',
  "lib/tools/queries.ts": 'import { read } from "@/lib/core/db";\nexport const getTool = read;',
};
const rule = (files) => breaches("server-only", { ...CORE, ...files });

test.each([
  ["lib/tools/digest.ts", 'import { createHash } from "node:crypto";', "touches node:crypto"],
  ["lib/tools/digest.ts", 'import fs from "fs";', "touches fs"],
  ["lib/tools/digest.ts", 'import { Prisma } from "@/lib/generated/prisma/client";', "touches lib/generated"],
  ["components/docs/pages.ts", 'import { readFile } from "node:fs/promises";', "touches node:fs/promises"],
  ["app/docs/pages.ts", 'import { readFile } from "node:fs/promises";', "touches node:fs/promises"],
])("finds %s with %s", (file, text, words) => {
  expect(rule({ [file]: text })).toEqual([`${file}:1: ${words}`].map((one) => expect.stringContaining(one)));
});

test("a type, a word behind it, a page, a test and another program need no guard", () => {
  expect(
    rule({
      "lib/tools/types.ts": 'import type { Tool } from "@/lib/generated/prisma/client";',
      "lib/tools/digest.ts": 'import "server-only";\nimport { createHash } from "node:crypto";',
      "lib/tools/near.ts": 'import { createHash } from "node:crypto";\nimport { x } from "./queries";',
      "lib/tools/digest.test.ts": 'import { createHash } from "node:crypto";',
      "lib/testing/tools.ts": 'import { createHash } from "node:crypto";',
      "app/page.tsx": 'import { readFile } from "node:fs/promises";',
      "gateway/main.ts": 'import { createHash } from "node:crypto";',
    }),
  ).toEqual([]);
});

test("what runs in browsers reaches nothing server-only, except through an action", () => {
  const client = (from) => ({ "components/tools/row.tsx": `"use client";\nimport { x } from "${from}";` });
  const between = { "components/tools/names.ts": 'import { getTool } from "@/lib/tools/queries";' };
  const action = { "lib/tools/actions.ts": '"use server";\nimport { getTool } from "./queries";' };
  expect(rule({ ...client("./names"), ...between })).toEqual([
    "components/tools/row.tsx:1: is 'use client' and reaches server-only through components/tools/names.ts, lib/tools/queries.ts, lib/core/db.ts",
  ]);
  expect(rule({ ...client("@/lib/tools/actions"), ...action })).toEqual([]);
  const type = { "components/tools/names.ts": 'import type { Tool } from "@/lib/tools/queries";' };
  expect(rule({ ...client("./names"), ...type })).toEqual([]);
});
