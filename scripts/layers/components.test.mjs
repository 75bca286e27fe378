import { expect, test } from "vitest";
import { breaches } from "./testing/plant.mjs";

const SERVER = {
  "lib/core/db.ts": 'import "server-only";\nexport const read = 1;',
  "lib/core/moment.ts": "export const moment = 1;",
  "lib/tools/names.ts": "export const nameOf = 1;",
  "lib/tools/owners.ts": 'import { read } from "@/lib/core/db";\nexport const ownerOf = read;',
  "lib/tools/near.ts": 'import { ownerOf } from "./owners";\nexport const near = ownerOf;',
  "lib/tools/actions.ts":
    '"use server";\nimport { ownerOf } from "./owners";\nexport async function rate() {}',
};

test.each([
  ["ui/chip", 'import { x } from "@/lib/tools/types";', "components/ui knows no domain"],
  ["ui/chip", 'import { x } from "@/components/tools/row";', "components/ui knows no domain"],
  ["ui/chip", 'import { read } from "@/lib/core/db";', "imports lib/core/db.ts, which is server-only"],
  ["tools/row", 'import { x } from "@/lib/tools/queries";', "that is for pages"],
  ["tools/row", 'import type { Row } from "@/lib/tools/queries";', "that is for pages"],
  ["tools/row", 'import { x } from "@/lib/tools/commands";', "that is for pages"],
  ["tools/row", 'import { ownerOf } from "@/lib/tools/owners";', "server-only through lib/core/db.ts"],
  ["tools/row", 'import { near } from "@/lib/tools/near";', "through lib/tools/owners.ts, lib/core/db.ts"],
  ["tools/row", 'import { lazy } from "react";', "components/ui/lazy-part.tsx says what becomes of"],
  ["shell/bar", 'import dynamic from "next/dynamic";', "components/ui/lazy-part.tsx says what becomes of"],
  ["tools/row", 'import type { Tool } from "@/lib/generated/prisma/client";', "components know no database"],
])("finds components/%s with %s", (place, text, words) => {
  const found = breaches("components", { ...SERVER, [`components/${place}.tsx`]: text });
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`components/${place}.tsx:1: `);
  expect(found[0]).toContain(words);
});

test("what comes later is loaded in one place", () => {
  const text = 'import { lazy, useState } from "react";';
  expect(breaches("components", { "components/ui/lazy-part.tsx": text })).toEqual([]);
});

test("a domain's types, contracts, rules, words, actions and harmless nouns are for components", () => {
  expect(
    breaches("components", {
      ...SERVER,
      "components/ui/chip.tsx":
        'import { a } from "@/lib/core/moment";\nimport { b } from "../words/risk";\nimport { c } from "./button";',
      "components/tools/row.tsx":
        'import { a } from "@/lib/tools/types";\nimport { b } from "@/lib/tools/schema";\n' +
        'import { c } from "@/lib/tools/rules";\nimport { d } from "@/lib/tools/wire";\n' +
        'import { e } from "@/lib/tools/actions";\nimport { f } from "@/lib/tools/names";',
    }),
  ).toEqual([]);
});
