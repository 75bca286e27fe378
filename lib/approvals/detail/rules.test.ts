import { describe, expect, test } from "vitest";
import { definitionChanges, headlineParts, howManyFact, toWhomFact } from "./rules";

const risky = (summary: string, facts: Parameters<typeof headlineParts>[1]) =>
  headlineParts(summary, facts)
    .filter((part) => part.risky)
    .map((part) => part.text);

describe("the headline", () => {
  test("marks the count with its noun, however it is written", () => {
    expect(risky("Send the broadcast to 10,412 contacts now", { how_many: 10412 })).toEqual([
      "10,412 contacts",
    ]);
    expect(risky("Delete 3118 documents", { how_many: 3118 })).toEqual(["3118 documents"]);
  });

  test("marks the last of equal numbers: the first belongs to a name", () => {
    const parts = headlineParts("Send the broadcast News 1201 to 1201 contacts", { how_many: 1201 });
    expect(parts.map((part) => part.text)).toEqual(["Send the broadcast News 1201 to ", "1201 contacts"]);
  });

  test("does not mark part of a longer number", () => {
    expect(risky("Refund 1240.50 of 41240", { how_many: 1240 })).toEqual([]);
  });

  test("marks the target when there is no count, and nothing when there is neither", () => {
    expect(risky("Merge into main", { to_whom: "main" })).toEqual(["main"]);
    expect(risky("Merge into main", null)).toEqual([]);
  });

  test("never loses a character", () => {
    const text = "Send to 5 people and 5 more";
    expect(
      headlineParts(text, { how_many: 5 })
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });
});

describe("facts against history", () => {
  test("say how many times the last approved count it is, and when that is unusual", () => {
    expect(howManyFact({ how_many: 10412 }, { how_many: 402 }, true)).toEqual({
      claim: "10,412",
      note: "26× the last approved (402)",
      unusual: true,
    });
    expect(howManyFact({ how_many: 600 }, { how_many: 402 }, true)).toMatchObject({
      note: "1.5× the last approved (402)",
      unusual: false,
    });
    expect(howManyFact({ how_many: 10_627 }, { how_many: 10_412 }, true)).toMatchObject({
      note: "little more than the last approved (10,412)",
    });
    expect(howManyFact({ how_many: 402 }, { how_many: 402 }, true)).toMatchObject({ unusual: false });
    expect(howManyFact({ how_many: 3 }, { how_many: 0 }, true)).toMatchObject({ unusual: true });
    expect(howManyFact({ how_many: 3 }, { how_many: 9 }, true)).toMatchObject({
      note: "fewer than the last approved (9)",
      unusual: false,
    });
  });

  test("a count nobody sent stays unknown", () => {
    expect(howManyFact(null, null, false).claim).toBeNull();
    expect(howManyFact({}, { how_many: 3 }, true).claim).toBeNull();
  });

  test("a target that was never approved stands out; another known one does not", () => {
    const first = toWhomFact({ to_whom: "all" }, { to_whom: "beta" }, 0);
    expect(first).toEqual({
      claim: "all",
      note: "never approved before; the last went to beta",
      unusual: true,
    });
    const known = { claim: "all", note: "the last approved went to beta", unusual: false };
    expect(toWhomFact({ to_whom: "all" }, { to_whom: "beta" }, 3)).toEqual(known);
    expect(toWhomFact({ to_whom: "all" }, { to_whom: "beta" }, null)).toEqual(known);
    expect(toWhomFact({ to_whom: "all" }, { to_whom: "all" }, 3).unusual).toBe(false);
    expect(toWhomFact({ to_whom: "all" }, null, 0).note).toBeNull();
  });
});

test("a definition changed only if its meaning's text did", () => {
  const definition = (inputSchema: string, description = "Sends mail.") => ({
    version: 3,
    description,
    inputSchema,
    outputSchema: null,
    annotations: null,
  });
  const changed = (before: string, now: string) =>
    definitionChanges("tool", definition(before), definition(now));
  expect(changed('{"a":1,"b":2}', '{"b":2, "a":1}')).toBeNull();
  expect(changed('{"a":1}', '{"a":2}')).toMatchObject({
    toolId: "tool",
    from: 3,
    changes: [{ part: "schema" }],
  });
  expect(changed("{}", '{"properties":{"bcc":{"type":"string"}}}')?.changes).toMatchObject([
    { part: "parameter", kind: "added", name: "bcc" },
  ]);
  expect(definitionChanges("tool", null, definition("{}"))).toBeNull();
  expect(
    definitionChanges("tool", definition("{}"), definition("{}", "Sends mail to all."))?.changes,
  ).toMatchObject([{ part: "description", before: null, after: null }]);
});
