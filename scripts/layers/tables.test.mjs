import { expect, test } from "vitest";
import { breaches } from "./testing/plant.mjs";

const SCHEMA = {
  "prisma/schema/schema.prisma": 'generator client {\n  provider = "prisma-client"\n}\n',
  "prisma/schema/tools.prisma":
    'enum Risk {\n  low\n  @@map("risk")\n}\nmodel Tool {\n  id String @id\n  approvals Approval[]\n  @@map("tools")\n}\n',
  "prisma/schema/approvals.prisma":
    "model Approval {\n  id String @id\n  tool Tool? @relation(fields: [id], references: [id])\n  votes Vote[]\n\n" +
    '  @@map("approvals")\n}\n\nmodel Vote {\n  id String @id\n  approval Approval\n  @@map("votes")\n}\n',
  "prisma/migrations/1/migration.sql":
    "CREATE OR REPLACE FUNCTION find_words(text text) RETURNS TABLE (id uuid) LANGUAGE sql AS $$ SELECT id FROM approvals $$;",
};
const found = (file, text) => breaches("tables", { ...SCHEMA, [file]: text });
const RIGHT = "a table of lib/approvals, right of lib/tools";

test.each([
  ["SQL", "export const a = (tx) =>\n  tx.$queryRaw`\n    select 1 from approvals`;", 3, "names approvals"],
  ["a fragment", "const a = Prisma.sql`exists (select 1 from votes v)`;", 1, "names votes"],
  ["a tag of our own", "const a = sql`join votes v on true`;", 1, "names votes"],
  ["SQL after slots", `const a = sql\`\n\${f(\`)\`)} \${b}\njoin votes v on true\`;`, 3, "names votes"],
  ["an unsafe call", 'tx.$queryRawUnsafe("delete from votes");', 1, "names votes"],
  ["raw text", 'const a = Prisma.raw("from approvals");', 1, "names approvals"],
  ["SQL kept for later", 'const a = "select id from votes where true";', 1, "names votes"],
  [
    "a name put in at run time",
    'const a = Prisma.raw(names[0]);\nconst names = ["votes"];',
    2,
    "names votes",
  ],
  ["a call of a model", "const a = (tx) => tx.approval.findMany({});", 1, "names approvals"],
  [
    "a relation of a model",
    "const a = (tx) => tx.tool.findMany({ include: { approvals: { where: { votes: {} } } } });",
    1,
    "names votes",
  ],
  ["a function of the database", "const a = sql`select * from find_words(1)`;", 1, "calls find_words"],
])("finds %s that goes to the right", (_, text, line, words) => {
  const all = found("lib/tools/queries.ts", text);
  expect(all.join("\n")).toContain(`lib/tools/queries.ts:${line}: ${words}`);
  for (const one of all) expect(one).toContain(RIGHT);
});

test("own tables, those of the left and words that are no SQL are right", () => {
  expect(
    found(
      "lib/approvals/queries.ts",
      "const a = (tx) => [tx.tool.findMany({}), tx.vote.count(), sql`select 1 from tools, votes`];",
    ),
  ).toEqual([]);
  expect(
    found(
      "lib/tools/queries.ts",
      `// select 1 from votes\nconst a = { votes: "Take it from votes", b: \`Update votes from \${x}\` };\n` +
        "const c = sql`with votes as (select 1 from tools) select * from votes`;",
    ),
  ).toEqual([]);
  expect(found("lib/tools/queries.test.ts", "const a = (tx) => tx.approval.findMany({});")).toEqual([]);
});

test("a schema file is named after a domain", () => {
  expect(
    found("prisma/schema/start.prisma", 'model Start {\n  id String @id\n  @@map("starts")\n}\n'),
  ).toEqual([
    "prisma/schema/start.prisma:1: declares tables and is named after no domain: there is no lib/start in the line",
  ]);
});
