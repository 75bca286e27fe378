import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { definitionFrom, type Json } from "./definition";
import { lintTool } from "./lint";
import type { FindingCode } from "./types";

/** A finding about a published server with its verdict; `part` has what it is about, in our words. */
type Judged = {
  server: string;
  tool: string;
  rule: FindingCode;
  verdict: "right" | "wrong";
  reason: string;
  part?: Json;
};

const FILE = join(dirname(fileURLToPath(import.meta.url)), "testing", "judged.json");

const JUDGED: Judged[] = JSON.parse(readFileSync(FILE, "utf8"));

const PARTS = JUDGED.filter(({ part }) => part !== undefined);

const NAMES = ["search_papers", "list_papers"];

test("60 findings of unseen servers were judged, 47 of them right", () => {
  expect(JUDGED).toHaveLength(60);
  expect(new Set(JUDGED.map(({ server }) => server)).size).toBeGreaterThanOrEqual(7);
  expect(JUDGED.filter(({ verdict }) => verdict === "right")).toHaveLength(47);
  const wrong = new Set(JUDGED.filter(({ verdict }) => verdict === "wrong").map(({ reason }) => reason));
  expect(new Set(PARTS.filter(({ verdict }) => verdict === "wrong").map(({ reason }) => reason))).toEqual(
    wrong,
  );
});

test.each(PARTS)("$rule of $tool was $verdict: $reason", ({ rule, verdict, part }) => {
  const definition = definitionFrom(part);
  const found = definition ? lintTool(definition, { names: NAMES, serverManaged: [] }) : [];
  expect(found.map(({ code }) => code).includes(rule)).toBe(verdict === "right");
});
