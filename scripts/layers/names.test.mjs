import { expect, test } from "vitest";
import { breaches } from "./testing/plant.mjs";

test.each([
  ["components/ui/Button.tsx", "export const a = 1;", "kebab-case"],
  ["lib/core/utils.ts", "export const a = 1;", "what it holds"],
  ["components/common/row.tsx", "export const a = 1;", "what it holds"],
  ["lib/approvals/index.ts", "export const a = 1;", "no barrels"],
  ["lib/approvals/all.ts", 'export { a } from "./rules";\nexport type { B } from "./types";', "no barrels"],
  ["lib/approvals/all.ts", 'export const b = 1;\nexport * from "./rules";', "no barrels"],
  ["components/ui/button.tsx", "export default function Button() {}", "named exports"],
  ["lib/approvals/rules.ts", "const a = 1;\nexport { a as default };", "named exports"],
])("finds %s with %s", (file, text, words) => {
  expect(breaches("names", { [file]: text })).toEqual([expect.stringContaining(words)]);
});

test("good names, and what Next asks for", () => {
  expect(
    breaches("names", {
      "app/(dashboard)/tools/[id]/page.tsx": "export default function Page() {}",
      "app/api/v1/tools/route.ts": 'export { list as GET } from "@/lib/api/v1/tools";',
      "app/not-found.tsx": 'export { Missing as default } from "@/components/ui/missing";',
      "components/ui/use-act.test.tsx": "export const a = 1;",
      "lib/core/json/parse.ts": 'export type { A } from "./raw";\nexport const a = 1;',
      "scripts/shared-server.mjs": "export default function setup() {}",
      "next.config.ts": "export default {};",
    }),
  ).toEqual([]);
});
