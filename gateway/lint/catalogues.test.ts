import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { definitionFrom, type Json } from "./definition";
import { LINT_EDITION } from "./finding";
import { lintTool } from "./lint";
import { lintTogether } from "./provider-checks";
import { applyPatch } from "./testing/apply-patch";
import { EVALUATION_TOOLS } from "./testing/evaluation-server";
import { FINDING_CODES, type Finding } from "./types";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "sample", "catalogues");

const files = readdirSync(FOLDER).filter((file) => file.endsWith(".json"));

function lintCatalogues(): { servers: number; tools: number; found: Finding[] } {
  const found: Finding[] = [];
  let count = 0;
  for (const file of files) {
    const listed: { tools: Json[] } = JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
    const tools = listed.tools.flatMap((tool) => definitionFrom(tool) ?? []);
    const names = tools.map(({ name }) => name);
    count += tools.length;
    found.push(
      ...tools.flatMap((tool) => lintTool(tool, { names, serverManaged: [] })),
      ...lintTogether(tools),
    );
  }
  return { servers: files.length, tools: count, found };
}

// Fails when a rule changes. Read the findings that come and go, then bump LINT_EDITION, so that
// earlier counts are redone.
test("what the rules say of published servers is known, finding by finding", () => {
  const { servers, tools, found } = lintCatalogues();
  const table = FINDING_CODES.map((code) => {
    const of = (severity: string) =>
      found.filter((one) => one.code === code && one.severity === severity).length;
    return `${code}: ${of("warning")} + ${of("info")}`;
  });
  expect([
    `edition ${LINT_EDITION}: ${servers} servers, ${tools} tools, warnings + remarks`,
    ...table,
  ]).toMatchInlineSnapshot(`
    [
      "edition 5: 17 servers, 385 tools, warnings + remarks",
      "missing_description: 0 + 0",
      "tautological_description: 0 + 9",
      "overlong_description: 0 + 2",
      "no_workflow_context: 0 + 56",
      "no_cheatsheet: 7 + 1",
      "server_managed: 1 + 0",
      "unresolved_reference: 0 + 0",
      "invalid_pattern: 0 + 0",
      "missing_type: 3 + 1",
      "undescribed_parameter: 116 + 63",
      "missing_enum: 0 + 1",
      "ordinal_unexplained: 0 + 0",
      "date_format_unsaid: 2 + 0",
      "empty_list_or_null: 0 + 0",
      "empty_list_allowed: 0 + 28",
      "unknown_items: 1 + 0",
      "required_in_prose: 0 + 0",
      "required_unknown: 0 + 0",
      "no_example: 0 + 25",
      "name_annotation_mismatch: 2 + 5",
      "behaviour_annotation_mismatch: 0 + 0",
      "missing_hints: 18 + 126",
      "risk_behaviour_mismatch: 0 + 0",
      "duplicate_name: 0 + 0",
      "near_identical: 0 + 0",
      "inconsistent_names: 0 + 1",
      "token_cost: 0 + 1",
      "no_rationale: 0 + 15",
    ]
  `);
});

/** The tools of a list, unchanged, with their names. */
function listIn(file: string): { tools: Json[]; names: string[] } {
  const listed: { tools: Json[] } = JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
  return { tools: listed.tools, names: listed.tools.flatMap((tool) => definitionFrom(tool)?.name ?? []) };
}

function findingsOf(tool: Json, names: readonly string[]): Finding[] {
  const definition = definitionFrom(tool);
  return definition ? lintTool(definition, { names, serverManaged: [] }) : [];
}

const ours = JSON.parse(JSON.stringify(EVALUATION_TOOLS)) as Json[];

test.each([
  ["our own", { tools: ours, names: EVALUATION_TOOLS.map(({ name }) => name) }] as const,
  ...files.map((file) => [file, listIn(file)] as const),
])(
  "every patch applies to what the server lists, and mends what it was made for: %s",
  (_, { tools, names }) => {
    for (const tool of tools)
      for (const { code, pointer, patch, fields } of findingsOf(tool, names)) {
        if (patch === null) continue;
        const after = findingsOf(applyPatch(tool, patch), names);
        const same = after.filter((one) => one.code === code && one.pointer === pointer);
        expect(same, `${definitionFrom(tool)?.name} ${code} ${fields.join()}`).toEqual([]);
      }
  },
);
