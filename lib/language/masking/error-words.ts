// A name with one of these parts describes an error.
const SAYS_WRONG =
  "not|cannot|cant|unable|invalid|missing|unknown|denied|forbidden|unauthori[sz]ed|unauthenticated|exceeded|exceeds|error|errors|exception|failed|failure|fault|expired|timeout|timed|unavailable|required|conflict|malformed|duplicate|duplicated|exists|exhausted|throttled|throttling|rejected|refused|declined|blocked|disabled|insufficient|mismatch|unsupported|unexpected|illegal|bad|too|precondition|aborted|cancel+ed|overloaded|unprocessable|killed|crash|restricted|suspended|revoked|inactive|already|violation|violated|deadline|limited|ratelimited|closed|archived|locked|deleted|in-use|gone";
const WRONG = new RegExp(`^(?:${SAYS_WRONG})$`, "iu");

const wordsOf = (name: string): string[] =>
  name
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether a name describes an error: `channel_not_found`, `AccessDenied`, `THROTTLED`. */
export function saysWrong(name: string): boolean {
  if (!/^[\p{L}][\p{L}\p{N}_.:-]{2,99}$/u.test(name)) return false;
  const words = wordsOf(name);
  const isShouted = /^\p{Lu}[\p{Lu}_]{4,}$/u.test(name);
  return (words.length > 1 || isShouted) && words.some((word) => WRONG.test(word));
}

const isSentence = (text: string): boolean => /\p{L}{2,}\s+\p{L}+\s+\p{L}{2,}/u.test(text);
const isName = (text: string): boolean => /^[\p{L}][\p{L}\p{N}_.:-]{1,99}$/u.test(text);

// Words before a value: quoted text after them is the caller's.
const VALUE_BEFORE =
  /(?:\b(?:property|properties|field|parameter|param|argument|arg|attribute|column|key|variable|option|flag|value|values|constraint|relation|table|index|user|tool|enum|expected|received|was|instead|named?|called|title|label|one of|for|to|of|in|on|from|or|and)|[,|/])[\s:(=[]{0,4}$/iu;
const SUBJECT_AFTER =
  /^\s{0,3}(?:is|are|was|must|should|does|do|has|have|can|cannot|could|may|already|!)\b/iu;
// Words before an error's own term.
const KIND_BEFORE =
  /(?<!\b(?:invalid|unknown|unsupported|wrong|bad|no|unexpected|current|new|old|target|previous|from|to|in|set|has|have|coupon|promo|promotion|discount|country|currency|language|zip|postal|area|product|access|invite|mime|content|media)\s{1,3})(?<![\p{L}])(?:(?:finish|stop|error|failure|status|reason|sub|exit|result)[ _-]?)?(?:error|errors|errno|code|status|state|reason|type|category|exception|cause|fault)(?:\s(?:is|was|of))?[\s:=(]{1,4}$/iu;
// A plain word after "status" may also be the caller's.
const PLAIN_KIND_BEFORE = /\b(?:status|state|type|category)[\s:=(]{1,4}$/iu;
const FAILED_BEFORE =
  /\b(?:with|returned|returns|answered|error|failure|failed|exit|finish|stop|result)\b[^.;]{0,25}$/iu;
const SAID_BEFORE =
  /(?<![\p{L}])(?:failed|failure|failing|said|says|returned|answered|responded|replied|declined|rejected|refused|denied|ended|exited|raised|threw|aborted|error|reason|message|exception)(?:\s(?:with|by|as|because|since))?[\s:=(]{1,4}$/iu;

/** Whether quoted text is the error's own, judged by its words and context. */
export function isOwnWord(quoted: string, { before, after }: { before: string; after: string }): boolean {
  if (SUBJECT_AFTER.test(after)) return false;
  if (isSentence(quoted)) return SAID_BEFORE.test(before);
  if (!isName(quoted)) return false;
  const mayBeValue =
    /^\p{Ll}+$/u.test(quoted) && PLAIN_KIND_BEFORE.test(before) && !FAILED_BEFORE.test(before);
  if ((KIND_BEFORE.test(before) && !mayBeValue) || SAID_BEFORE.test(before)) return true;
  return saysWrong(quoted) && !VALUE_BEFORE.test(before);
}
