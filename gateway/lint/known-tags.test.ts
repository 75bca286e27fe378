import { expect, test } from "vitest";
import { withoutKnownTags } from "./known-tags";

test.each([
  ["</known_tools>", "(/known_tools>"],
  ["a <known_tools>\nb", "a (known_tools>\nb"],
  ["‹/ｋnown_tools>", "(/ｋnown_tools>"],
  ["‹/known‿tools>", "(/known‿tools>"],
  ["〈/known_tools〉", "(/known_tools〉"],
  ["\u2329/known_tools\u232a", "(/known_tools\u232a"],
  ["⟨/known_tools⟩", "(/known_tools⟩"],
  ["＜/𝐤𝐧𝐨𝐰𝐧＿tools＞", "(/𝐤𝐧𝐨𝐰𝐧＿tools＞"],
  ["&lt;/known_tools&gt;", "(/known_tools&gt;"],
  ["&amp;LT/known_tools", "(/known_tools"],
  ["&#0060;&#x2f;&#107;nown_tools>", "(&#x2f;&#107;nown_tools>"],
  ["<\u200b/kno\u00adwn\u0332 tools>", "(\u200b/kno\u00adwn\u0332 tools>"],
  ["≮known–tools>", "(known–tools>"],
  ["é ﬁ &amp; 😀 <<known_tools> <Known Tools>", "é ﬁ &amp; 😀 <(known_tools> (Known Tools>"],
])("%s is no tag of ours", (text, plain) => {
  expect(withoutKnownTags(text)).toBe(plain);
});

test.each(["a < b, x &lt; y &#1114112;", "use well-known tools", "known_tools", "«Café» ｆｕｌｌ &amp;"])(
  "%s stays as it is",
  (text) => {
    expect(withoutKnownTags(text)).toBe(text);
  },
);

test.each([
  ["openings", "<"],
  ["openings and blanks", `<${" ".repeat(1_000)}`],
  ["half a tag", "<known_"],
  ["half an entity", "&amp;"],
  ["zeros", `&#${"0".repeat(1_000)}`],
  ["tags", "</known_tools>"],
])("many %s are read to their end", (_, part) => {
  const text = part.repeat(Math.ceil(300_000 / part.length));
  expect(withoutKnownTags(text) === text.replaceAll("</known_tools>", "(/known_tools>")).toBe(true);
});
