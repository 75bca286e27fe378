import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkLayers } from "./check-layers.mjs";
import { LINE } from "./layers/line.mjs";
import { withPlanted } from "./layers/testing/plant.mjs";

const SCRIPT = fileURLToPath(new URL("check-layers.mjs", import.meta.url));

const BROKEN = {
  "lib/tools/queries.ts": '\nimport { x } from "@/lib/approvals/queries";',
  "components/ui/Chip.tsx": 'import { x } from "@/lib/tools/types";',
};

/** Every domain with two files, and a path from the database to a page. */
const WELL_BUILT = {
  ...Object.fromEntries(
    LINE.flatMap((name) => ["types", "rules"].map((stem) => [`lib/${name}/${stem}.ts`, "export {};"])),
  ),
  "lib/core/db.ts": 'import "server-only";\nimport pg from "pg";\nexport const change = pg;',
  "lib/activity/record.ts": "export const recordChange = 1;",
  "lib/approvals/schema.ts": 'import * as z from "zod";\nexport const decideSchema = z;',
  "lib/approvals/types.ts": "export type Approval = { id: string };",
  "lib/approvals/commands.ts":
    'import { recordChange } from "@/lib/activity/record";\nimport { change } from "@/lib/core/db";\n' +
    "export const decide = (scope) => change(scope, (tx) => [tx.approval.update({}), recordChange(tx)]);",
  "lib/auth/action.ts": "export const userAction = 1;",
  "lib/approvals/actions.ts":
    '"use server";\nimport { userAction } from "@/lib/auth/action";\nimport { decide } from "./commands";\n' +
    'import { decideSchema } from "./schema";\n' +
    "export async function decideApproval(input) { return userAction(decideSchema, input, decide); }",
  "prisma/schema/approvals.prisma": 'model Approval {\n  id String @id\n  @@map("approvals")\n}\n',
  "components/approvals/row.tsx":
    '"use client";\nimport { decideApproval } from "@/lib/approvals/actions";\n' +
    'import type { Approval } from "@/lib/approvals/types";\nexport const Row = (one: Approval) => decideApproval(one);',
  "components/ui/chip.tsx": "const a = 1;\nexport {};",
  "app/approvals/page.tsx":
    'import { Row } from "@/components/approvals/row";\nexport default function Page() { return Row; }',
  "package.json": '{ "dependencies": { "pg": "1.0.0", "zod": "1.0.0" } }',
};

test("a well-built tree has no breaches", () => {
  const found = withPlanted(WELL_BUILT, (root) => [...checkLayers(root).values()].flat());
  expect(found).toEqual([]);
});

function run(files, ...args) {
  return withPlanted(files, (root) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, root, ...args], {
      encoding: "utf8",
    });
    return { status, lines: stdout.trimEnd().split("\n"), stderr };
  });
}

test("breaches come by rule, one a line with their place, and are counted at the end", () => {
  const { status, lines } = run(BROKEN);
  expect(status).toBe(1);
  const at = lines.indexOf("direction");
  expect(lines.slice(at, at + 3)).toEqual([
    "direction",
    "lib/tools/queries.ts:2: imports lib/approvals/queries; lib/tools is left of lib/approvals",
    "",
  ]);
  expect(lines).toContain("    1 direction");
  expect(lines.at(-1)).toMatch(/^\d+ breaches$/);
});

test("one rule can be asked alone", () => {
  expect(run(BROKEN, "--only", "names")).toMatchObject({
    status: 1,
    lines: ["names", "components/ui/Chip.tsx:1: file names are kebab-case", "", "    1 names", "1 breaches"],
  });
  expect(run(BROKEN, "--only", "tables")).toMatchObject({ status: 0, lines: ["every layer holds"] });
  expect(run(BROKEN, "--only", "layers").stderr).toContain("there is no rule layers; there are line,");
});

test("a file that cannot be parsed is named", () => {
  expect(() => withPlanted({ "lib/core/a.ts": "const = 1;" }, (root) => checkLayers(root))).toThrow(
    "lib/core/a.ts: ",
  );
});
