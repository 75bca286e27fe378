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

// Short names of the most common ones.
const SHORT: Record<number, string> = { 9: "TAB", 10: "LF", 13: "CR", 32: "SP" };

/** `U+202E`: at least four hex digits. */
export function codePointLabel(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** `U+202E RIGHT-TO-LEFT OVERRIDE`: for those who do not know its number. */
export function codePointName(char: string): string {
  return `${codePointLabel(char)} ${nameOf(char)}`;
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

export function escapeLabel(char: string): string {
  return `⟨${SHORT[char.codePointAt(0) ?? 0] ?? codePointLabel(char)}⟩`;
}
