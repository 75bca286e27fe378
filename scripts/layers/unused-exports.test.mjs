import { expect, test } from "vitest";
import { breaches } from "./testing/plant.mjs";

test("what nobody else imports is not exported", () => {
  expect(
    breaches("unused-exports", {
      "lib/tools/rules.ts":
        "export const used = 1;\nexport function own() {}\nown();\nexport type Row = 1;\n" +
        "const late = 1;\nexport { late as later };\nexport class Kept {}",
      "components/tools/row.tsx": 'import { used } from "@/lib/tools/rules";',
    }),
  ).toEqual([
    "lib/tools/rules.ts:2: exports own, which no other file imports",
    "lib/tools/rules.ts:4: exports Row, which no other file imports",
    "lib/tools/rules.ts:6: exports later, which no other file imports",
    "lib/tools/rules.ts:7: exports Kept, which no other file imports",
  ]);
});

test("a type, a test, a script, a program at run time and somebody who hands it on are users", () => {
  expect(
    breaches("unused-exports", {
      "lib/tools/a.ts": "export type A = 1;",
      "lib/tools/b.ts": "export const b = 1;",
      "lib/tools/c.ts": "export const c = 1;",
      "lib/tools/d.ts": "export const d = 1;\nexport const e = 1;",
      "lib/tools/f.ts": "export const f = 1;",
      "lib/tools/g.ts": "export const g = 1;",
      "lib/tools/h.ts": "export type H = 1;",
      "lib/tools/rules.test.ts": 'import type { A } from "./a";\nimport { b } from "./b";',
      "scripts/worker.ts": 'import { c } from "@/lib/tools/c";\nconst d = await import("@/lib/tools/d");',
      "app/api/route.ts":
        'export { f as GET } from "@/lib/tools/f";\nexport const dynamic = "force-dynamic";',
      "app/page.tsx": 'import * as all from "@/lib/tools/g";\nexport const metadata = {};',
      "scripts/cli.ts": 'type H = import("@/lib/tools/h").H;',
    }),
  ).toEqual([]);
});

test("the client of the gateway is for other people's programs", () => {
  const text = "export const a = 1;";
  expect(breaches("unused-exports", { "gateway/client/client.ts": text })).toEqual([]);
  expect(breaches("unused-exports", { "gateway/proxy/run.ts": text })).toHaveLength(1);
});
