// Separates words for readers from URLs, codes, class names, SQL and other machine texts.

const WORD = /\p{L}{2,}/u;
// A slot counts as one word.
const SLOTS = /\{…\}/g;
const ADDRESS = /^(?:\/|\.{1,2}\/|@\/|[a-z]+:\/\/|node:|mailto:)\S*$/;
const SQL =
  /^\s*(?:(?:select|insert into|update|delete from|with [\w"]+ (?:\(|as\b)|truncate|lock table|vacuum|analyze)\s|(?:create|alter|drop|grant|revoke|set local|reset|reassign|do)\s+(?:or |unique |[$'"]|database|role|table|user|schema|extension|owned|session|all|function|policy|index)|(?:begin|commit|rollback|asc|desc)$|(?:union all|order by)(?: |$))/;
// Sort columns; a snake_case or dotted name separates them from a list of words.
const COLUMNS =
  /^(?=.*[a-z][._][a-z])[a-z][\w.]*(?: (?:asc|desc))?(?:, [a-z][\w.]*(?: (?:asc|desc))?)+$|^\((?=.*_)[a-z_]+(?:, [a-z_]+)+\)$/;
const SELECTOR = /^(?=.*\[)(?:[a-z]+|[a-z]*\[[\w-]+\])(?:, (?:[a-z]+|[a-z]*\[[\w-]+\]))+$/;
const STYLE = /^[\w-]+\s*:\s*[^\s].*;$|^\(?(?:min|max)-(?:width|height)|^@media|^(?:[\w-]+\([^()]*\)\s*)+$/;
// A header value: a media type, or members without spaces, one with a value.
const HEADER = /^(?=[^\s]*[=/]|.*=)[\w*./+{}…-]+(?:=\S*)?(?:[;,]\s*[\w*./+'"{}…-]+(?:=[^;,\s]*)?)*;?$/;
const POLICY = /^[a-z]+-src\b|^(?:no-store|no-cache|public|private|max-age)\b.*[,=]|^Bearer\b/;
const DRAWING = /^M[\d.\s,MLHVCSQTAZmlhvcsqtaz-]+$/;
const FLAG = /^-{1,2}[\w-]+(?:[= ]\S*)?$/;

const UTILITY =
  "accent|align|animate|aspect|backdrop|basis|bg|block|border|bottom|break|caret|col|columns|content|cursor|decoration|delay|divide|" +
  "duration|ease|end|fill|flex|font|from|gap|gap-x|gap-y|grid|grow|h|inline|inset|items|justify|leading|left|line-clamp|list|m[trblxyse]?|" +
  "mask|max|min|object|opacity|order|origin|outline|overflow|overscroll|p[trblxyse]?|place|pointer-events|print|resize|right|ring|rotate|" +
  "rounded|row|scale|scroll|scrollbar|select|self|shadow|shrink|size|space|sr-only|start|stroke|table|tabular|text|to|top|touch|tracking|" +
  "transform|transition|translate|truncate|underline|via|w|whitespace|will-change|wrap|z|not";
const ALONE =
  "absolute|antialiased|block|border|capitalize|contents|fixed|flex|grid|grow|hidden|inline|italic|group|peer|lowercase|underline|relative|" +
  "rounded|shrink|static|sticky|truncate|uppercase|visible|invisible|resize|isolate|table|transition|outline|ring|shadow";
const CLASS = new RegExp(
  `^(?:(?=[^:])[^\\s:[\\]]*(?:\\[\\S*?\\]+)?(?:/[\\w-]+)?:)*!?-?(?:(?:${UTILITY})-(?:\\[\\S+\\]|[\\w./%()#,:{}…*+'=-])+|(?:${ALONE})(?:/[\\w-]+)?|\\{…\\}|\\[[^\\]]+\\])!?$`,
);

export const isRead = (text) => WORD.test(text.replace(SLOTS, "")) && !ADDRESS.test(text.trim());

/** Whether a text looks like a sentence, a phrase or a label. */
export function isProse(text) {
  const bare = text.trim();
  if (!isRead(bare) || isForMachines(bare)) return false;
  return /\s/.test(bare) || /^\p{Lu}\p{Ll}+[.!?…:]?$/u.test(bare) || /^[\p{L}'’-]{2,}[.!?…]$/u.test(bare);
}

/** The same for set members, where a single word is a key. */
export const isPhrase = (text) => /\s/.test(text.trim()) && isProse(text);

/** A word in the form of a code or pointer. */
export const isCode = (text) => /^[A-Z0-9_]+$|^[a-z0-9]+(?:[_.-][a-z0-9]+)+$|^\/\S*$/.test(text);

const isForMachines = (text) =>
  [SQL, COLUMNS, SELECTOR, STYLE, HEADER, POLICY, DRAWING, FLAG].some((form) => form.test(text)) ||
  isClassList(text);

/** Whether every word could be a class and one has to be. */
export function isClassList(text) {
  const parts = text.trim().split(/\s+/);
  return parts.every((part) => CLASS.test(part)) && parts.some((part) => /[-:[]/.test(part));
}
