import { expect, test } from "vitest";
import { LINE } from "./line.mjs";
import { breaches } from "./testing/plant.mjs";

test.each([
  [
    "an import to the right",
    { "lib/tools/queries.ts": '\nimport { x } from "@/lib/approvals/queries";' },
    "lib/tools/queries.ts:2: imports lib/approvals/queries; lib/tools is left of lib/approvals",
  ],
  [
    "a type from the right",
    { "lib/tools/types.ts": 'import type { X } from "../approvals/types";' },
    "lib/tools is left of lib/approvals",
  ],
  [
    "a type imported inside another",
    { "lib/tools/types.ts": 'export type Y = import("@/lib/approvals/types").X[];' },
    "lib/tools is left of lib/approvals",
  ],
  [
    "something handed on from the right",
    { "lib/tools/types.ts": 'export { x } from "@/lib/approvals/types";' },
    "lib/tools is left of lib/approvals",
  ],
  [
    "an import at run time",
    { "lib/tools/queries.ts": 'const x = await import("@/lib/api/route");' },
    "lib/tools is left of lib/api",
  ],
  [
    "a command that asks who is signed in",
    {
      "lib/tenants/commands.ts": 'import { personAction } from "@/lib/auth/action";',
      "lib/auth/action.ts": "export const personAction = 1;",
    },
    "lib/tenants is left of lib/auth",
  ],
  ["an import of app", { "components/a.tsx": 'import { x } from "@/app/page";' }, "nothing imports app"],
  [
    "a component in lib",
    { "lib/tools/wire.ts": 'import { x } from "@/components/words/risk";' },
    "knows no components",
  ],
  [
    "product code with test code",
    { "lib/tools/queries.ts": 'import { x } from "@/lib/testing/factories";' },
    "without test code",
  ],
  [
    "a gateway that borrows",
    { "gateway/main.ts": 'import { x } from "../lib/core/json/parse";' },
    "gateway is a separate program",
  ],
  [
    "a gateway test that borrows",
    { "gateway/main.test.ts": 'import { x } from "../lib/testing/factories";' },
    "gateway is a separate program",
  ],
  [
    "the gateway's program in the product",
    { "lib/tools/lint.ts": 'import { x } from "@/gateway/proxy/gate";' },
    "the product takes the lint and the refusals only",
  ],
  [
    "a lint that stands on something",
    { "gateway/lint/lint.ts": 'import { x } from "../proxy/log";' },
    "imports nothing but itself",
  ],
  [
    "a lint that needs Node",
    { "gateway/lint/lint.ts": 'import { readFileSync } from "node:fs";' },
    "imports nothing but itself",
  ],
  [
    "refusals that stand on something",
    { "gateway/refusals/messages.ts": 'import { x } from "../proxy/log";' },
    "import nothing but themselves and the lint",
  ],
  [
    "the sample in lib",
    { "lib/onboarding/worker.ts": 'import "@/sample/load";' },
    "sample is a separate program",
  ],
  ["a page in the sample", { "sample/load.ts": 'import "@/app/page";' }, "the sample knows lib only"],
])("finds %s", (_, files, text) => {
  expect(breaches("direction", files).join("\n")).toContain(text);
});

test("imports to the left, of a domain's own edge and of tests are right", () => {
  expect(
    breaches("direction", {
      "lib/approvals/queries.ts":
        'import { x } from "@/lib/tools/queries";\nimport { read } from "../core/db";\n' +
        '// import { y } from "@/lib/api/route"\nexport const text = \'import { y } from "@/lib/api/route"\';',
      "lib/tenants/actions.ts": 'import { personAction } from "@/lib/auth/action";',
      "lib/auth/action.ts": "export const personAction = 1;",
      "lib/tools/queries.test.ts": 'import { x } from "@/lib/testing/factories";\nimport "@/lib/api/route";',
      "app/page.tsx": 'import { x } from "@/components/tools/row";\nimport { y } from "@/lib/api/route";',
      "sample/load.ts": 'import { x } from "@/lib/approvals/commands";',
      "gateway/main.ts": 'import { x } from "./client/client";',
    }),
  ).toEqual([]);
});

test("every folder of lib has a place in the line, and every place a folder", () => {
  const all = Object.fromEntries(LINE.map((name) => [`lib/${name}/types.ts`, ""]));
  expect(breaches("line", { ...all, "lib/testing/a.ts": "", "lib/generated/a.ts": "" })).toEqual([]);
  expect(breaches("line", { ...all, "lib/rest/types.ts": "" })).toEqual([
    "lib/rest:1: has no place in the line of scripts/layers/line.mjs",
  ]);
  const { "lib/search/types.ts": _, ...most } = all;
  expect(breaches("line", most)).toEqual([
    "lib/search:1: is named in scripts/layers/line.mjs and does not exist",
  ]);
});
