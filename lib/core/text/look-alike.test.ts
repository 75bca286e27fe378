import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { annotate } from "./annotate";
import { lookAlike } from "./look-alike";

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
          const segments = annotate(text, { edges: true });
          expect(segments.map((segment) => segment.text).join("")).toBe(text);
        },
      ),
    );
  });
});
