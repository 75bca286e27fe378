// Code points styled as ASCII letters; real words do not use them.
export const DRESSED: readonly (readonly [RegExp, string])[] = [
  [/[\uFF01-\uFF5E]/u, "fullwidth letters"],
  [/[\u{1D400}-\u{1D7FF}]/u, "mathematical letters"],
  [/[\u2100-\u214F]/u, "letterlike symbols"],
  [/[\u2460-\u24FF\u{1F100}-\u{1F1FF}]/u, "enclosed letters"],
  [/[\u1D00-\u1DBF\u02B0-\u02FF\u2070-\u209C\u0250-\u02AF]/u, "phonetic or raised letters"],
];

export const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  "Latin",
  "Cyrillic",
  "Greek",
  "Armenian",
  "Cherokee",
  "Coptic",
  "Georgian",
  "Hebrew",
  "Arabic",
  "Lisu",
  "Han",
  "Hiragana",
  "Katakana",
  "Hangul",
  "Bopomofo",
].map((name) => [name, new RegExp(`\\p{Script=${name}}`, "u")] as const);

// Scripts that one Chinese, Japanese or Korean word can mix (Unicode TS 39 §5.2, "highly
// restrictive").
export const EAST_ASIAN: readonly ReadonlySet<string>[] = [
  new Set(["Latin", "Han", "Hiragana", "Katakana"]),
  new Set(["Latin", "Han", "Hangul"]),
  new Set(["Latin", "Han", "Bopomofo"]),
];

// Letters of other scripts that look like Latin letters in common typefaces.
export const LATIN_TWINS =
  /^[авекмнорстухѕіјԁһԛԝґАВЕКМНОРСТУХЅІЈԌԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχϲϳοսօոցհռՏՍՕЅ\d\p{M}]+$/u;

export const LATIN = /\p{Script=Latin}/u;
