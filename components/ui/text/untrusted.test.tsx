import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { escapeLabel } from "@/lib/core/text/code-points";
import { CodeBlock } from "./code";
import { JsonView } from "./json-view";
import { LineDiff } from "./line-diff";
import { LookAlikeNotes } from "./look-alike-notes";
import { Untrusted, UntrustedQuote } from "./untrusted";

const INVISIBLE =
  /[\p{C}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u2800]|(?! )[\p{Z}\p{White_Space}]/u;

/** Every kind of character that is invisible or moves its surroundings. */
const HIDDEN: [kind: string, char: string][] = [
  ["a control character (Cc)", "\u0007"],
  ["an escape sequence's start (Cc)", "\u001b"],
  ["a tab (Cc)", "\t"],
  ["a C1 control (Cc)", "\u0085"],
  ["a zero-width space (Cf)", "\u200b"],
  ["a soft hyphen (Cf)", "\u00ad"],
  ["a right-to-left override (Cf)", "\u202e"],
  ["an isolate (Cf)", "\u2066"],
  ["a joiner outside of emoji (Cf)", "\u200d"],
  ["a byte order mark (Cf)", "\ufeff"],
  ["a tag (Cf)", "\u{e0041}"],
  ["a no-break space (Zs)", "\u00a0"],
  ["an ideographic space (Zs)", "\u3000"],
  ["a line separator (Zl)", "\u2028"],
  ["a paragraph separator (Zp)", "\u2029"],
  ["a variation selector (Mn)", "\ufe0f"],
  ["a further variation selector (Mn)", "\u{e0100}"],
  ["an unassigned code point (Cn)", "\u{50000}"],
  ["a noncharacter (Cn)", "\uffff"],
  ["private use (Co)", "\ue000"],
  ["further private use (Co)", "\u{f0000}"],
  ["half of a surrogate pair (Cs)", "\ud800"],
  ["a blank that counts as a letter (Lo)", "\u3164"],
  ["a blank that counts as a symbol (So)", "\u2800"],
  ["a bracket of our own escapes (Ps)", "\u27e8"],
];

type Place = (text: string) => ReactElement;

const PLACES: [name: string, place: Place][] = [
  ["inline", (text) => <Untrusted>{text}</Untrusted>],
  ["in mono", (text) => <Untrusted mono>{text}</Untrusted>],
  ["over several lines", (text) => <Untrusted lines>{text}</Untrusted>],
  ["with its line breaks written out", (text) => <Untrusted lines="marked">{text}</Untrusted>],
  ["with its edges", (text) => <Untrusted edges>{text}</Untrusted>],
  ["cut short", (text) => <Untrusted limit={6}>{text}</Untrusted>],
  [
    "in a quote",
    (text) => (
      <UntrustedQuote title="t" caption="c">
        <Untrusted>{text}</Untrusted>
      </UntrustedQuote>
    ),
  ],
  [
    "in a block",
    (text) => (
      <CodeBlock label="l">
        <Untrusted lines>{text}</Untrusted>
      </CodeBlock>
    ),
  ],
  ["in JSON", (text) => <JsonView label="l" text={`{"k${text}":"${text}"}`} />],
  ["in a text that is no JSON", (text) => <JsonView label="l" text={`{${text}`} />],
  ["in a comparison", (text) => <LineDiff label="l" before={text} after={`${text}.`} />],
  // The Cyrillic а makes the word a look-alike; the notes repeat the characters between its
  // letters.
  ["in a note on look-alikes", (text) => <LookAlikeNotes texts={[`p\u0430y${text}`]} />],
];

/** The visible text of the markup; line breaks are layout. */
function seen(element: ReactElement): string {
  return renderToStaticMarkup(element)
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll("\n", "");
}

describe.each(PLACES)("%s", (name, place) => {
  test.each(HIDDEN)("%s is written out", (_, char) => {
    const text = seen(place(`ab${char}cd`));
    expect(text).not.toMatch(INVISIBLE);
    if (!name.startsWith("in a note")) expect(text).toContain(`ab${escapeLabel(char)}c`);
  });

  test("marks beyond what a language needs are written out", () => {
    const text = seen(place(`a${"\u0300".repeat(9)}b`));
    expect(text).not.toMatch(/\u0300{5}/);
  });

  test("emoji are what they are made of", () => {
    if (name !== "cut short" && !name.startsWith("in a note"))
      expect(seen(place("👩\u200d👧"))).toContain("👩⟨U+200D⟩👧");
  });

  test("markup is text, kept apart from the direction of ours", () => {
    const markup = renderToStaticMarkup(place("<b>&\u05d0"));
    expect(markup).not.toContain("<b>&\u05d0");
    expect(markup).toContain("foreign");
  });
});

test("a text that is cut keeps its characters whole", () => {
  const cut = (limit: number) => seen(<Untrusted limit={limit}>a😀b</Untrusted>);
  expect([2, 3, 4].map(cut)).toEqual(["a…", "a😀…", "a😀b"]);
});
