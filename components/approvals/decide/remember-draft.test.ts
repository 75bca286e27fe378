import { describe, expect, test } from "vitest";
import { firstLimit, type RememberDraft, rememberOf, waysOf } from "./remember-draft";

const draft = (parts: RememberDraft["parts"] = {}, over: Partial<RememberDraft> = {}): RememberDraft => ({
  ...{ expiresInSeconds: 600, uses: "20", anyAgent: false, parts },
  ...over,
});
const kinds = { "/n": "number", "/s": "string", "/l": "array" } as const;
const sent = (parts: RememberDraft["parts"]) => rememberOf(draft(parts), kinds);

describe("what the dialog sends", () => {
  test("only what may vary; numbers as they were typed", () => {
    expect(
      sent({
        "/a": { way: "fixed", text: "x" },
        "/n": { way: "at_most", text: " 9007199254740993 " },
        "/s": { way: "one_of", text: "a\n\n b\n" },
        "/l": { way: "max_length", text: "3" },
        "/f": { way: "free", text: "" },
      }),
    ).toMatchObject({
      remember: {
        uses: 20,
        arguments: [
          { path: "/n", is: "bounded", atMost: "9007199254740993" },
          { path: "/s", is: "bounded", oneOf: ["a", " b"] },
          { path: "/l", is: "bounded", maxLength: 3 },
          { path: "/f", is: "free" },
        ],
      },
    });
  });

  test("nothing while a limit is none", () => {
    expect(sent({ "/n": { way: "at_least", text: "many" } })).toEqual({ wrong: "/n" });
    expect(sent({ "/s": { way: "one_of", text: " \n" } })).toEqual({ wrong: "/s" });
    expect(sent({ "/n": { way: "one_of", text: "1\ntwo" } })).toEqual({ wrong: "/n" });
    expect(sent({ "/l": { way: "max_length", text: "-1" } })).toEqual({ wrong: "/l" });
    for (const uses of ["0", "1001", "", "2.5"])
      expect(rememberOf(draft({}, { uses }), kinds)).toEqual({ wrong: "uses" });
  });

  test("a limit begins with the call's own", () => {
    const part = { path: "/n", label: "n", shown: "12.50", length: null, is: "fixed" } as const;
    expect(firstLimit("at_most", { ...part, kind: "number" })).toBe("12.50");
    expect(firstLimit("max_length", { ...part, kind: "string", length: 7 })).toBe("7");
    expect(firstLimit("free", { ...part, kind: "string" })).toBe("");
    expect(waysOf({ kind: "constant" })).toEqual(["fixed", "free"]);
  });
});
