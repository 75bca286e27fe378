// Everything a reader cannot see, or that moves or imitates other text: controls, format and direction characters, tags,
// variation selectors, private use, unassigned, separators, and the blanks Unicode counts as symbols or letters.
const HIDDEN =
  /[\p{C}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u2800\u{16FE4}\u{1D159}\uFFFC]|(?! )[\p{Z}\p{White_Space}]/u;

// The brackets of our own escapes: shown as escapes themselves, so that no text can imitate one.
const OWN_BRACKETS = /[\u27E8\u27E9]/;

const MARK = /\p{M}/u;

// More marks than this on one letter draw over the neighbouring lines; written languages need fewer.
const MARKS_ON_ONE_LETTER = 4;

const NAMES: Record<number, string> = {
  9: "TAB",
  10: "LINE FEED",
  13: "CARRIAGE RETURN",
  27: "ESCAPE",
  32: "SPACE AT THE EDGE",
  127: "DELETE",
  133: "NEXT LINE",
  160: "NO-BREAK SPACE",
  173: "SOFT HYPHEN",
  847: "COMBINING GRAPHEME JOINER",
  1564: "ARABIC LETTER MARK",
  4447: "HANGUL CHOSEONG FILLER",
  4448: "HANGUL JUNGSEONG FILLER",
  5760: "OGHAM SPACE MARK",
  6158: "MONGOLIAN VOWEL SEPARATOR",
  8203: "ZERO WIDTH SPACE",
  8204: "ZERO WIDTH NON-JOINER",
  8205: "ZERO WIDTH JOINER",
  8206: "LEFT-TO-RIGHT MARK",
  8207: "RIGHT-TO-LEFT MARK",
  8232: "LINE SEPARATOR",
  8233: "PARAGRAPH SEPARATOR",
  8234: "LEFT-TO-RIGHT EMBEDDING",
  8235: "RIGHT-TO-LEFT EMBEDDING",
  8236: "POP DIRECTIONAL FORMATTING",
  8237: "LEFT-TO-RIGHT OVERRIDE",
  8238: "RIGHT-TO-LEFT OVERRIDE",
  8239: "NARROW NO-BREAK SPACE",
  8287: "MEDIUM MATHEMATICAL SPACE",
  8288: "WORD JOINER",
  8289: "FUNCTION APPLICATION",
  8290: "INVISIBLE TIMES",
  8291: "INVISIBLE SEPARATOR",
  8292: "INVISIBLE PLUS",
  8294: "LEFT-TO-RIGHT ISOLATE",
  8295: "RIGHT-TO-LEFT ISOLATE",
  8296: "FIRST STRONG ISOLATE",
  8297: "POP DIRECTIONAL ISOLATE",
  10216: "LEFT ANGLE BRACKET",
  10217: "RIGHT ANGLE BRACKET",
  10240: "BRAILLE PATTERN BLANK",
  12288: "IDEOGRAPHIC SPACE",
  12644: "HANGUL FILLER",
  65279: "ZERO WIDTH NO-BREAK SPACE",
  65440: "HALFWIDTH HANGUL FILLER",
  65532: "OBJECT REPLACEMENT CHARACTER",
};

const SHORT: Record<number, string> = { 9: "TAB", 10: "LF", 13: "CR", 32: "SP" };

/** `U+202E`: at least four hex digits. */
export function codePointLabel(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function nameOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const known = NAMES[code];
  if (known) return known;
  if (code >= 0xe0020 && code <= 0xe007e) return `TAG ${String.fromCodePoint(code - 0xe0000)}`;
  if (code >= 0xfe00 && code <= 0xfe0f) return `VARIATION SELECTOR-${code - 0xfdff}`;
  if (code >= 0xe0100 && code <= 0xe01ef) return `VARIATION SELECTOR-${code - 0xe00ef}`;
  if (/\p{Co}/u.test(char)) return "PRIVATE USE CHARACTER";
  if (/\p{Cn}/u.test(char)) return "UNASSIGNED CHARACTER";
  if (/\p{Cc}/u.test(char)) return "CONTROL CHARACTER";
  if (/\p{Cs}/u.test(char)) return "LONE SURROGATE";
  if (/\p{Cf}/u.test(char)) return "FORMAT CHARACTER";
  if (/\p{Z}/u.test(char)) return "SPACE";
  return /\p{M}/u.test(char) ? "COMBINING MARK" : "INVISIBLE CHARACTER";
}

function escapeOf(char: string): TextSegment {
  const label = SHORT[char.codePointAt(0) ?? 0] ?? codePointLabel(char);
  return { kind: "escape", text: char, label: `⟨${label}⟩`, name: `${codePointLabel(char)} ${nameOf(char)}` };
}

/**
 * Splits a text so that nothing in it is invisible: the `text` of all segments is the input, and what cannot be seen is an
 * escape. `edges` also shows a space at the very start or end, for values where it matters.
 */
export function reveal(text: string, options: { edges?: boolean } = {}): TextSegment[] {
  // Printable ASCII is the common case, up to 256 KiB of it.
  if (/^[ -~]+$/.test(text) && !(options.edges && /^ | $/.test(text))) return [{ kind: "plain", text }];
  const segments: TextSegment[] = [];
  let plain = "";
  let marks = MARKS_ON_ONE_LETTER; // a mark that starts the text has no letter to sit on
  const flush = () => {
    if (plain) segments.push({ kind: "plain", text: plain });
    plain = "";
  };
  const start = options.edges ? text.length - text.trimStart().length : 0;
  const end = options.edges ? text.trimEnd().length : text.length;
  let at = 0;
  for (const char of text) {
    if (char > " " && char <= "~") {
      plain += char;
      marks = 0;
      at += 1;
      continue;
    }
    const isMark = MARK.test(char);
    const edge = char === " " && (at < start || at >= end);
    if (edge || HIDDEN.test(char) || OWN_BRACKETS.test(char) || (isMark && marks >= MARKS_ON_ONE_LETTER)) {
      flush();
      segments.push(escapeOf(char));
      marks = MARKS_ON_ONE_LETTER;
    } else {
      plain += char;
      marks = isMark ? marks + 1 : 0;
    }
    at += char.length;
  }
  flush();
  return segments;
}

/** The text on one line with every hidden character written out, for labels, titles and the clipboard's reader. */
export function revealedText(text: string): string {
  return reveal(text)
    .map((segment) => (segment.kind === "escape" ? segment.label : segment.text))
    .join("");
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

// Code points made to look like ASCII in another dress; real words are not written in them.
const DRESSED: readonly (readonly [RegExp, string])[] = [
  [/[\uFF01-\uFF5E]/u, "fullwidth letters"],
  [/[\u{1D400}-\u{1D7FF}]/u, "mathematical letters"],
  [/[\u2100-\u214F]/u, "letterlike symbols"],
  [/[\u2460-\u24FF\u{1F100}-\u{1F1FF}]/u, "enclosed letters"],
  [/[\u1D00-\u1DBF\u02B0-\u02FF\u2070-\u209C\u0250-\u02AF]/u, "phonetic or raised letters"],
];

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
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

// Scripts that one word of ordinary Chinese, Japanese or Korean may mix (Unicode TS 39 §5.2, "highly restrictive").
const EAST_ASIAN: readonly ReadonlySet<string>[] = [
  new Set(["Latin", "Han", "Hiragana", "Katakana"]),
  new Set(["Latin", "Han", "Hangul"]),
  new Set(["Latin", "Han", "Bopomofo"]),
];

// Letters of other scripts that look like Latin ones in common typefaces.
const LATIN_TWINS = /^[авекмнорстухѕіјԁһԛԝґАВЕКМНОРСТУХЅІЈԌԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχϲϳοսօոցհռՏՍՕЅ\d\p{M}]+$/u;

const LATIN = /\p{Script=Latin}/u;

function scriptOf(char: string): string | null {
  if (/[\p{M}\p{Script=Common}\p{Script=Inherited}]/u.test(char)) return null;
  return SCRIPTS.find(([, pattern]) => pattern.test(char))?.[0] ?? "another script";
}

function reasonFor(word: string, textIsLatin: boolean): string | null {
  for (const [pattern, what] of DRESSED) {
    const odd = [...word].find((char) => pattern.test(char) && /[\p{L}\p{N}]/u.test(char));
    if (odd && /[0-9A-Za-z]/.test(word.normalize("NFKC"))) {
      return `reads “${word.normalize("NFKC")}” but holds ${what} (${odd} is ${codePointLabel(odd)})`;
    }
  }
  const chars = [...word];
  const scripts = new Map<string, string>();
  for (const char of chars) {
    const script = scriptOf(char);
    if (script && !scripts.has(script)) scripts.set(script, char);
  }
  const names = [...scripts.keys()];
  if (names.length > 1 && !EAST_ASIAN.some((set) => names.every((name) => set.has(name)))) {
    const odd = [...scripts].find(([name]) => name !== "Latin") ?? ["", ""];
    return `mixes ${names.join(" and ")} letters (${odd[1]} is ${codePointLabel(odd[1])})`;
  }
  const digits = new Set(chars.filter((char) => /\p{Nd}/u.test(char)).map((char) => /[0-9]/.test(char)));
  if (digits.size > 1) return "mixes digits of different scripts";
  if (digits.has(false) && names.includes("Latin")) return "mixes Latin letters with foreign digits";
  if (textIsLatin && names.length === 1 && names[0] !== "Latin" && LATIN_TWINS.test(word)) {
    const first = scripts.get(names[0] ?? "") ?? "";
    return `looks Latin but is ${names[0]} (${first} is ${codePointLabel(first)})`;
  }
  return null;
}

/**
 * Words that may be read as another word: letters of several scripts in one, letters dressed as ASCII, or a whole word of
 * Latin twins inside otherwise Latin text.
 */
export function lookAlike(text: string): LookAlike[] {
  const found: LookAlike[] = [];
  // Ordinary ASCII is the common case and needs no look at its words.
  if (/^[\x00-\x7f]*$/.test(text)) return found;
  const textIsLatin = LATIN.test(text);
  for (const match of text.matchAll(WORD)) {
    const word = match[0];
    const reason = /^[\x00-\x7f]+$/.test(word) ? null : reasonFor(word, textIsLatin);
    if (reason) found.push({ start: match.index, end: match.index + word.length, word, reason });
  }
  return found;
}

/** `reveal`, with the words of `lookAlike` as segments of their own. */
export function annotate(text: string, options: { edges?: boolean } = {}): TextSegment[] {
  const suspects = lookAlike(text);
  if (suspects.length === 0) return reveal(text, options);
  const segments: TextSegment[] = [];
  let at = 0;
  let next = 0;
  for (const segment of reveal(text, options)) {
    const end = at + segment.text.length;
    let from = at;
    for (let suspect = suspects[next]; segment.kind === "plain" && suspect; suspect = suspects[next]) {
      const cutStart = Math.max(suspect.start, from);
      const cutEnd = Math.min(suspect.end, end);
      if (cutStart >= end) break;
      if (cutStart > from) segments.push({ kind: "plain", text: text.slice(from, cutStart) });
      if (cutEnd > cutStart) {
        segments.push({ kind: "suspect", text: text.slice(cutStart, cutEnd), reason: suspect.reason });
        from = cutEnd;
      }
      if (suspect.end > end) break;
      next += 1;
    }
    if (segment.kind !== "plain") segments.push(segment);
    else if (from < end) segments.push({ kind: "plain", text: text.slice(from, end) });
    at = end;
  }
  return segments;
}
/** A piece of text as it is shown: as itself, as a visible escape, or as a word whose letters may deceive. */
export type TextSegment =
  | { kind: "plain"; text: string }
  /** `label` stands on the page, `name` says what it is, `text` is what was sent. */
  | { kind: "escape"; text: string; label: string; name: string }
  | { kind: "suspect"; text: string; reason: string };

/** A word that may be read as another one. `start` and `end` count UTF-16 units. */
export type LookAlike = { start: number; end: number; word: string; reason: string };
