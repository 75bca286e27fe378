import { expect, test } from "vitest";
import { rateToolsInput } from "./schema";

const to = { risk: "high", requiresConfirmation: null } as const;

const rate = (...tools: string[]) =>
  rateToolsInput.safeParse({
    tenantId: null,
    changes: tools.map((toolId) => ({ toolId, to, seen: null })),
  });

test("an act of rating names each tool once: of two answers for one, neither is the person's", () => {
  expect(rate("a", "b").success).toBe(true);
  const twice = rate("a", "b", "a");
  expect(twice.error?.issues).toMatchObject([{ path: ["changes"], message: "each tool once" }]);
});
