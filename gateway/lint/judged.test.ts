import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { definitionFrom, type Json } from "./definition";
import { lintTool } from "./lint";
import { lintTogether } from "./provider-checks";
import type { FindingCode } from "./types";

/**
 * A finding on a published server with its verdict. `part` names the tool, or several of one
 * server. If only message or patch was wrong, `says` quotes it.
 */
type Judged = {
  server: string;
  tool: string;
  rule: FindingCode;
  verdict: "right" | "wrong";
  reason: string;
  part?: Json | { tools: Json[] };
  says?: string;
};

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "testing");

const judgedIn = (file: string): Judged[] => JSON.parse(readFileSync(join(FOLDER, file), "utf8"));

const MEASURES = [
  { file: "judged.json", servers: 7, findings: 60, right: 47 },
  { file: "judged-ten-servers.json", servers: 7, findings: 60, right: 50 },
  { file: "judged-four-servers.json", servers: 4, findings: 40, right: 28 },
];

const NAMES = ["search_papers", "list_papers"];

test.each(MEASURES)(
  "$findings findings of unseen servers were judged, $right of them right: $file",
  (measure) => {
    const judged = judgedIn(measure.file);
    expect(judged).toHaveLength(measure.findings);
    expect(new Set(judged.map(({ server }) => server)).size).toBe(measure.servers);
    expect(judged.filter(({ verdict }) => verdict === "right")).toHaveLength(measure.right);
    const wrong = judged.filter(({ verdict }) => verdict === "wrong");
    const shown = wrong.filter(({ part }) => part !== undefined);
    expect(new Set(shown.map(({ reason }) => reason))).toEqual(new Set(wrong.map(({ reason }) => reason)));
  },
);

const toolsOf = (part: Judged["part"]): Json[] =>
  part && typeof part === "object" && "tools" in part && Array.isArray(part.tools)
    ? part.tools
    : [part ?? null];

test.each(MEASURES.flatMap(({ file }) => judgedIn(file)).filter(({ part }) => part !== undefined))(
  "$rule of $tool was $verdict: $reason",
  ({ rule, verdict, part, says = "" }) => {
    const definitions = toolsOf(part).flatMap((tool) => definitionFrom(tool) ?? []);
    const names = [...NAMES, ...definitions.map(({ name }) => name)];
    const found = [
      ...definitions.flatMap((definition) => lintTool(definition, { names, serverManaged: [] })),
      ...(definitions.length > 1 ? lintTogether(definitions) : []),
    ];
    const same = found.filter(
      ({ code, message, patch }) => code === rule && `${message} ${JSON.stringify(patch)}`.includes(says),
    );
    expect(same.length > 0).toBe(verdict === "right");
  },
);
