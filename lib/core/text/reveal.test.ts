import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePointName } from "./code-points";
import { reveal, revealedText } from "./reveal";
import type { TextSegment } from "./types";

const joined = (segments: TextSegment[]) => segments.map((segment) => segment.text).join("");

const shown = (segments: TextSegment[]) =>
  segments.map((segment) => (segment.kind === "escape" ? segment.label : segment.text)).join("");

const INVISIBLE =
  /[\p{C}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]|(?! )[\p{Z}\p{White_Space}]/u;

describe("reveal", () => {
  test.each([
    ["pay\u202Egro.live", "pay⟨U+202E⟩gro.live"],
    ["a\u200Bb", "a⟨U+200B⟩b"],
    ["a\u00A0b", "a⟨U+00A0⟩b"],
    ["line\none\ttab\r", "line⟨LF⟩one⟨TAB⟩tab⟨CR⟩"],
    ["tag\u{E0041}", "tag⟨U+E0041⟩"],
    ["vs\uFE0F", "vs⟨U+FE0F⟩"],
    ["private \uE000", "private ⟨U+E000⟩"],
    ["unassigned \u{50000}", "unassigned ⟨U+50000⟩"],
    ["half \uD800", "half ⟨U+D800⟩"],
    ["blank \u2800\u3164", "blank ⟨U+2800⟩⟨U+3164⟩"],
    ["forged ⟨U+202E⟩", "forged ⟨U+27E8⟩U+202E⟨U+27E9⟩"],
    ["\u0301starts with a mark", "⟨U+0301⟩starts with a mark"],
  ])("%j is shown as %s", (text, seen) => {
    expect(shown(reveal(text))).toBe(seen);
    expect(revealedText(text)).toBe(seen);
  });

  test("what it shows has a name", () => {
    expect(codePointName("\u202E")).toBe("U+202E RIGHT-TO-LEFT OVERRIDE");
    expect(codePointName("\u{E0041}")).toBe("U+E0041 TAG A");
    expect(codePointName("\uE000")).toBe("U+E000 PRIVATE USE CHARACTER");
  });

  test("leaves ordinary text of any language alone", () => {
    for (const text of [
      "Grüße, Ærø! 10 €",
      "Привет, мир",
      "שלום",
      "日本語テキスト",
      "e\u0301te\u0301",
      "नमस्ते",
    ]) {
      expect(reveal(text)).toEqual([{ kind: "plain", text }]);
    }
  });

  test("stacked marks cannot draw over other lines", () => {
    expect(reveal(`a${"\u0300".repeat(9)}`).filter((segment) => segment.kind === "escape")).toHaveLength(5);
  });

  test("shows spaces at the edges of a value when asked", () => {
    expect(shown(reveal(" a b ", { edges: true }))).toBe("⟨SP⟩a b⟨SP⟩");
    expect(shown(reveal("  ", { edges: true }))).toBe("⟨SP⟩⟨SP⟩");
    expect(shown(reveal(" a b "))).toBe(" a b ");
  });

  test("loses nothing and lets nothing invisible through, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, edges) => {
        const segments = reveal(text, { edges });
        expect(joined(segments)).toBe(text);
        expect(INVISIBLE.test(shown(segments))).toBe(false);
        for (const segment of segments) {
          if (segment.kind !== "escape") continue;
          const code = segment.text.codePointAt(0) ?? 0;
          expect(codePointName(segment.text)).toContain(
            `U+${code.toString(16).toUpperCase().padStart(4, "0")}`,
          );
          expect([...segment.text]).toHaveLength(1);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("holds for every code point there is", () => {
    const AT_ONCE = 512;
    for (let code = 0; code <= 0x10ffff; code += AT_ONCE) {
      let text = "";
      for (let next = code; next < code + AT_ONCE; next += 1) text += `${String.fromCodePoint(next)}x`;
      const segments = reveal(text);
      if (joined(segments) !== text || INVISIBLE.test(shown(segments))) throw new Error(code.toString(16));
    }
  });
});
