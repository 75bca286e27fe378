import { expect, test } from "vitest";
import { refusalsOf } from "./hot-spots";

test("of a value that looks like a credential nothing is kept, whatever its field is called", () => {
  const keptOf = (note: string) =>
    refusalsOf({
      tool: "send",
      arguments: { note },
      rows: [{ path: "/note", message: "must be integer" }],
      message: null,
      isRefusal: true,
    }).refusals[0];
  const kept = keptOf("Bearer sk_live_aaaabbbbccccdddd1");
  expect(kept?.value).toBe('"[redacted]"');
  expect(kept?.sent).toBe(keptOf("Bearer sk_live_eeeeffffgggghhhh2")?.sent);
  expect(keptOf("tiny")?.value).toBe('"tiny"');
});
