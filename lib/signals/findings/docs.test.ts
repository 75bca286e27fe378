import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FINDING_CODES } from "@/gateway/lint/types";
import { CALL_CODES } from "@/lib/tools/findings/types";

test("the documentation says what each code means, and names no other", () => {
  const text = readFileSync("docs/better-tools.md", "utf8");
  const named = [...text.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code]) => code ?? "");
  expect(named.toSorted()).toEqual([...FINDING_CODES, ...CALL_CODES].toSorted());
});
