import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { flatten } from "@/lib/arguments/diff";
import { parseJson } from "../json/parse";
import { annotate, lookAlike, reveal, revealedText, type TextSegment } from "./hidden";

const joined = (segments: TextSegment[]) => segments.map((segment) => segment.text).join("");

/** What a reader sees: escapes by their label. */
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

  test("names what it shows", () => {
    const first = reveal("\u202E")[0];
    expect(first?.kind === "escape" && first.name).toBe("U+202E RIGHT-TO-LEFT OVERRIDE");
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
          expect(segment.name).toContain(`U+${code.toString(16).toUpperCase().padStart(4, "0")}`);
          expect([...segment.text]).toHaveLength(1);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("every code point of the arguments is on the page as text or visible escape", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" })), (value) => {
        const text = JSON.stringify(value);
        if (/\\u0000|\\ud[89a-f]|__proto__/i.test(text)) return;
        const page = flatten(parseJson(text)).map((leaf) => ({
          path: annotate(leaf.path),
          value: annotate(leaf.text, { edges: true }),
        }));
        const entries = Object.entries(value);
        if (entries.length === 0) return;
        const sent = flatten(parseJson(text));
        expect(page.map((row) => joined(row.value))).toEqual(sent.map((leaf) => leaf.text));
        expect(page.map((row) => joined(row.path))).toEqual(sent.map((leaf) => leaf.path));
        for (const row of page) {
          expect(INVISIBLE.test(shown(row.path))).toBe(false);
          expect(INVISIBLE.test(shown(row.value))).toBe(false);
        }
      }),
      { numRuns: 300 },
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

describe("lookAlike", () => {
  test.each([
    ["paypаl.com", "paypаl", "mixes Latin and Cyrillic letters (а is U+0430)"],
    ["Αdmin", "Αdmin", "mixes Greek and Latin letters (Α is U+0391)"],
    ["ｐaypal", "ｐaypal", "reads “paypal” but holds fullwidth letters (ｐ is U+FF50)"],
    ["𝐩𝐚𝐲", "𝐩𝐚𝐲", "reads “pay” but holds mathematical letters (𝐩 is U+1D429)"],
    ["send to асе now", "асе", "looks Latin but is Cyrillic (а is U+0430)"],
    ["10٣", "10٣", "mixes digits of different scripts"],
    ["Կate", "Կate", "mixes Armenian and Latin letters (Կ is U+053F)"],
  ])("%s is flagged", (text, word, reason) => {
    expect(lookAlike(text)).toEqual([
      { start: text.indexOf(word), end: text.indexOf(word) + word.length, word, reason },
    ]);
  });

  test.each([
    ["Привет, мир: все сорок"],
    ["Tシャツを10枚"],
    ["한국어 漢字"],
    ["Grüße aus Køln"],
    ["seg_all_customers"],
    ["αβγ δέλτα"],
  ])("%s is not", (text) => {
    expect(lookAlike(text)).toEqual([]);
  });

  test("one word among many is found at its own place", () => {
    const text = "ok аdmin ok rооt";
    expect(lookAlike(text).map((one) => text.slice(one.start, one.end))).toEqual(["аdmin", "rооt"]);
  });
});

describe("annotate", () => {
  test("marks the suspect words and keeps the escapes between them", () => {
    expect(annotate("to аdmin\u202E rооt").map((segment) => [segment.kind, segment.text])).toEqual([
      ["plain", "to "],
      ["suspect", "аdmin"],
      ["escape", "\u202E"],
      ["plain", " "],
      ["suspect", "rооt"],
    ]);
  });

  test("loses nothing", () => {
    const alphabet = fc.constantFrom(
      "a",
      "а",
      "α",
      " ",
      "\u200b",
      "\u0301",
      "1",
      "٣",
      "ｐ",
      "字",
      "⟨",
      "\u{1D429}",
    );
    fc.assert(
      fc.property(
        fc.array(alphabet).map((parts) => parts.join("")),
        (text) => {
          expect(joined(annotate(text, { edges: true }))).toBe(text);
        },
      ),
    );
  });
});
