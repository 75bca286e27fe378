import { RATIONALE_MAX } from "@/lib/core/limits";

/** Placeholders in templates. */
type Mask = "id" | "n" | "date" | "time" | "money" | "text" | "mail" | "url" | "path";

const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)days?";
const CURRENCY = "(?:usd|eur|gbp|chf|jpy|cad|aud|sek|nok|dkk|euros?|dollars?|cents?)";
const AMOUNT = "\\d[\\d.,' ]{0,18}\\d|\\d";

const form = (mask: Mask, pattern: string): [Mask, RegExp] => [mask, new RegExp(pattern, "giu")];

// In this order, because each reads what the previous left. Every repetition is bounded, so time is
// linear.
const FORMS: readonly [Mask, RegExp][] = [
  form("url", "\\b[a-z][a-z0-9+.-]{1,20}://[^\\s\"'`<>]{1,2000}"),
  form("mail", "[^\\s@\"'`<>(),;:]{1,100}@[^\\s@\"'`<>(),;:]{1,200}\\.\\p{L}{2,20}"),
  form(
    "text",
    "\"[^\"]{1,300}\"|“[^”]{1,300}”|«[^»]{1,300}»|`[^`]{1,300}`|(?<![\\p{L}\\p{N}])'[^']{1,300}'(?!\\p{L})",
  ),
  form("date", "\\b\\d{4}-\\d{2}-\\d{2}(?:t[\\d:.]{4,15}(?:z|[+-]\\d{2}:?\\d{2})?)?\\b"),
  form(
    "date",
    `\\b${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?\\b|\\b\\d{1,2}(?:st|nd|rd|th|\\.)? ${MONTH}(?: \\d{4})?(?!\\p{L})`,
  ),
  form("date", "\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b"),
  form("date", `\\b(?:${DAY})\\b|\\bq[1-4](?: \\d{4})?\\b|\\b${MONTH}(?= \\d{4}\\b) \\d{4}`),
  form(
    "time",
    "\\b\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?: ?(?:am|pm))?(?: ?(?:utc|gmt|ce?st))?\\b|\\b\\d{1,2} ?(?:am|pm)\\b",
  ),
  form("id", "\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{4,40}\\b"),
  form("money", `[$€£¥] ?(?:${AMOUNT})k?(?: ?${CURRENCY}\\b)?|\\b(?:${AMOUNT}) ?(?:[$€£¥]|${CURRENCY}\\b)`),
  form(
    "path",
    "(?<![\\p{L}\\p{N}<])(?:~|\\.{1,2})?(?:/[\\w.@+-]{1,100}){2,20}/?|\\b(?:[\\w.@+-]{1,100}/){1,20}[\\w@+-]{1,100}\\.[a-z]{1,5}\\b",
  ),
  form("path", "(?<![\\p{L}\\p{N}<])/[\\w.@+-]{1,100}(?![\\p{L}\\p{N}])"),
  // Keys with underscore, ticket keys, hexadecimal digests: a word with a digit identifies one
  // thing.
  form("id", "\\b(?=[\\w-]{0,80}\\d)[a-z]{1,12}_[a-z0-9_-]{2,80}\\b"),
  form("id", "\\b[a-z][a-z0-9]{0,9}-\\d{1,12}\\b|#[a-z-]{0,20}\\d{1,12}\\b|#\\d{1,12}\\b"),
  form("id", "\\b(?=[a-f]{0,64}\\d)(?=\\d{0,64}[a-f])[0-9a-f]{6,64}\\b"),
  form("id", "\\b(?=[a-z-]{0,60}\\d)[a-z0-9]{1,40}(?:-[a-z0-9]{1,40}){1,8}\\b"),
  form("n", "\\bv?\\d+(?:\\.\\d+){1,3}(?:-[a-z0-9.]{1,20})?\\b"),
  form("n", "\\b\\d(?:[\\d.,']{0,24}\\d)?(?:st|nd|rd|th|k|m|s|ms|h|gb|mb|kb|%)?(?![\\p{L}\\p{N}])(?: ?%)?"),
];

const SPACE = /\s+/gu;

/**
 * A rationale with its variable parts replaced by placeholders such as `<id>`: ids, numbers, dates,
 * times, money, addresses, paths and quotes. Takes bounded time on any text.
 */
export function masked(text: string): string {
  // NFKC can turn one character into eighteen.
  let left = text.normalize("NFKC").slice(0, RATIONALE_MAX).toWellFormed().replace(SPACE, " ").trim();
  for (const [mask, pattern] of FORMS) left = left.replace(pattern, `<${mask}>`);
  // A list of ids becomes one placeholder.
  return left.replace(/(<[a-z]+>)(?:(?:,| and|,? or| to|-|–)? ?\1)+/gu, "$1").replace(SPACE, " ");
}

const MASKED = /<(?:id|n|date|time|money|text|mail|url|path)>/gu;

/**
 * Template text for comparing meaning, without placeholders, which occur in every second template.
 */
export function unmasked(template: string): string {
  return template
    .replace(MASKED, " ")
    .replace(/[#([]\s*[)\]]?/gu, " ")
    .replace(SPACE, " ")
    .trim();
}

export function masksOf(template: string): string[] {
  return template.match(MASKED) ?? [];
}
