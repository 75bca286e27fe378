import { expect, test } from "vitest";
import { breaches } from "./testing/plant.mjs";

test.each([
  ["app/page.tsx", 'import { read } from "@/lib/core/db";'],
  ["components/tools/row.ts", 'import { Prisma } from "@/lib/generated/prisma/client";'],
  ["lib/tools/rules.ts", 'import pg from "pg";'],
  ["lib/tools/actions.ts", 'import { change } from "@/lib/core/db";'],
  ["lib/tools/schema.ts", 'import { PrismaPg } from "@prisma/adapter-pg";'],
])("%s is far from the database", (file, text) => {
  expect(breaches("database", { "lib/core/db.ts": "", [file]: text })).toEqual([
    expect.stringContaining("workers and nouns of a domain touch the database"),
  ]);
});

test("queries, commands, workers and nouns of any domain are near it; a type is no access", () => {
  const text = 'import { read } from "@/lib/core/db";\nimport pg from "pg";';
  const near = ["queries", "commands", "worker", "signing", "queue/list"];
  const files = Object.fromEntries(near.map((name) => [`lib/tools/${name}.ts`, text]));
  const type = { "lib/tools/rules.ts": 'import type { Tx } from "@/lib/core/db";' };
  expect(breaches("database", { "lib/core/db.ts": "", ...files, ...type })).toEqual([]);
});

test("the environment is read in one place; what the bundler writes in is no reading", () => {
  expect(
    breaches("environment", {
      "lib/core/env.ts": "export const env = process.env;",
      "lib/core/log.ts":
        "// process.env.PORT\nconst a = process.env.NODE_ENV === 'test' || 'process.env.PORT';",
      "instrumentation.ts": 'if (process.env.NEXT_RUNTIME === "nodejs") start();',
      "gateway/main.ts": "const a = process.env.PORT;",
      "scripts/start.mjs": "const a = process.env.PORT;",
      "lib/core/env.test.ts": "const a = process.env.PORT;",
    }),
  ).toEqual([]);
  const reads = "\nconst { PORT } = process.env;";
  const files = { "lib/core/log.ts": reads, "proxy.ts": reads, "sample/load.ts": reads };
  expect(breaches("environment", files)).toEqual(
    ["lib/core/log.ts", "proxy.ts", "sample/load.ts"].map(
      (file) => `${file}:2: reads process.env; lib/core/env.ts is the one place`,
    ),
  );
});
