import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkLayers } from "./check-layers.mjs";

let root;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "layers-"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes the files and answers what the check says of them. */
function breaches(files) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return checkLayers(root);
}

const lines = (count) => Array.from({ length: count }, (_, i) => `  const line${i} = ${i};`).join("\n");

test("a well-built tree has no breaches", () => {
  expect(
    breaches({
      "lib/core/db.ts": "export const change = 1;",
      "lib/approvals/schema.ts": 'import * as z from "zod";\nexport const a = z;',
      "lib/approvals/commands.ts":
        'import { change } from "@/lib/core/db";\nimport { a } from "./schema";\nchange(a); recordActivity();',
      "lib/tenants/actions.ts": 'import { personAction } from "@/lib/auth/action";\npersonAction();',
      "components/approvals/row.tsx":
        'import type { A } from "@/lib/approvals/schema";\nexport const Row = () => null;',
      "app/approvals/page.tsx":
        'import { Row } from "@/components/approvals/row";\nexport default function Page() { return Row; }',
    }),
  ).toEqual([]);
});

test.each([
  [
    "an import to the right",
    { "lib/tools/queries.ts": 'import { x } from "@/lib/approvals/queries";' },
    "stands left of",
  ],
  [
    "a dynamic import to the right",
    { "lib/tools/queries.ts": 'const x = await import("@/lib/api/route");' },
    "stands left of",
  ],
  [
    "a command that asks who is signed in",
    { "lib/tenants/commands.ts": 'import { personAction } from "@/lib/auth/action";' },
    "stands left of",
  ],
  ["an import of app", { "lib/tools/queries.ts": 'import { x } from "@/app/page";' }, "nothing imports app"],
  [
    "product code with test code",
    { "lib/tools/queries.ts": 'import { x } from "@/lib/testing/factories";' },
    "without test code",
  ],
  [
    "a ui part that knows a domain",
    { "components/ui/chip.tsx": 'import { x } from "@/lib/approvals/schema";' },
    "knows no domain",
  ],
  [
    "a component that queries",
    { "components/approvals/row.tsx": 'import { x } from "@/lib/approvals/queries";' },
    "schema, rules and actions only",
  ],
  [
    "a gateway that borrows",
    { "gateway/main.ts": 'import { x } from "../lib/core/json/parse";' },
    "program of its own",
  ],
  [
    "a name outside the vocabulary",
    { "lib/approvals/service.ts": "export const a = 1;" },
    "a domain's files are",
  ],
  [
    "rules that read the database",
    { "lib/approvals/rules.ts": 'import { read } from "@/lib/core/db";' },
    "rules touch neither",
  ],
  ["a schema that does more", { "lib/approvals/schema.ts": 'import fs from "node:fs";' }, "built from zod"],
  [
    "a query that reads cookies",
    { "lib/approvals/queries.ts": 'import { cookies } from "next/headers";' },
    "passes a scope",
  ],
  [
    "a page at the database",
    { "app/approvals/page.tsx": 'import { read } from "@/lib/core/db";' },
    "touch the database",
  ],
  [
    "a change without a trace",
    { "lib/approvals/commands.ts": "export const a = change(1);" },
    "without recordActivity",
  ],
  [
    "an environment variable",
    { "lib/approvals/queries.ts": "export const a = process.env.PORT;" },
    "the one place",
  ],
  ["a barrel", { "lib/approvals/index.ts": "export const a = 1;" }, "no barrels"],
  ["a vague name", { "lib/core/utils.ts": "export const a = 1;" }, "what it holds"],
  ["a capital", { "components/ui/Button.tsx": "export const a = 1;" }, "kebab-case"],
  [
    "a default export",
    { "components/ui/button.tsx": "export default function Button() {}" },
    "named exports",
  ],
  [
    "a client page",
    { "app/page.tsx": '"use client";\nexport default function Page() {}' },
    "server components",
  ],
  ["a long file", { "lib/core/long.ts": "\n".repeat(401) }, "at most 400"],
  [
    "a long function",
    { "lib/core/long.ts": `export function long() {\n${lines(50)}\n}` },
    "a function of 52 lines",
  ],
  [
    "a long function whose parameters take lines of their own",
    {
      "lib/core/long.ts": `export const long = async (\n  a: number,\n): Promise<void> => {\n${lines(50)}\n};`,
    },
    "a function of 54 lines",
  ],
  [
    "too many client components",
    {
      "components/ui/a.tsx": '"use client";\nexport const A = 1;',
      "components/ui/b.tsx": "export const B = 1;",
    },
    "at most 40 %",
  ],
  [
    "a cycle",
    { "lib/core/a.ts": 'import { b } from "./b";', "lib/core/b.ts": 'import { a } from "./a";' },
    "imports itself",
  ],
  [
    "words between tags",
    { "components/ui/a.tsx": "export const A = () => <p>Nothing here</p>;" },
    "Nothing here",
  ],
  ["words in a fragment", { "components/ui/a.tsx": "export const A = () => <>by {1}</>;" }, 'says "by"'],
  [
    "words in a name",
    { "app/page.tsx": 'export const A = () => <nav aria-label="Pages" />;' },
    'says "Pages"',
  ],
  [
    "words in a choice",
    { "components/ui/a.tsx": 'export const A = (p) => <B label={p.on ? "Hide" : p.label} />;' },
    'says "Hide"',
  ],
  [
    "words in a template",
    { "components/ui/a.tsx": `export const A = (p) => <p>{p.many && \`\${p.many} rows\`}</p>;` },
    'says "rows"',
  ],
  [
    "words in a page's metadata",
    { "app/page.tsx": 'export const metadata = { title: "Settings" };' },
    'app/page.tsx:1: says "Settings"',
  ],
])("finds %s", (_, files, words) => {
  expect(breaches(files).join("\n")).toContain(words);
});

test("signs, keys, code, addresses, class names and the catalogue itself are no words of ours", () => {
  expect(
    breaches({
      "components/copy/ui.ts": 'export const UI = { close: "Close" };',
      "components/ui/a.tsx":
        'import { UI } from "@/components/copy/ui";\n' +
        'export const A = () => <p className="font bold">{UI.close} · {"—"} <Kbd>Esc</Kbd><code>csk_x</code></p>;',
      "components/ui/b.tsx": `export const B = (p) => <a href="/docs/api" text={\`/docs/\${p.id}\`}>{p.label}</a>;`,
      "components/ui/a.test.tsx": "export const C = () => <p>Free words</p>;",
    }),
  ).toEqual([]);
});

test("a long expression in brackets is no function", () => {
  expect(breaches({ "lib/core/sum.ts": `const sum = (1 +\n${"  1 +\n".repeat(60)}1).toFixed();\n` })).toEqual(
    [],
  );
});

test("words in comments and strings are no breach", () => {
  expect(
    breaches({
      "lib/approvals/queries.ts":
        '// process.env.PORT\n/* import { x } from "@/lib/api/route" */\nexport const a = 1;',
    }),
  ).toEqual([]);
});
