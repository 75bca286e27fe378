/** Characters of one value that are kept; its length is said. */
export const VALUE_CHARACTERS = 512;

// What is left out of everything we show of requests and answers: values under a name that says "secret", and values that
// look like a credential wherever they stand. Texts come from outside: no form may look at a character more than a few times, so
// what repeats is bounded, or begins only where no other match could.
const SECRET_NAME =
  /authorization|passw(?:or)?d|passphrase|secret|token(?!s)|api[-_. ]?key|access[-_. ]?key|credential|private[-_. ]?key|cookie|bearer|\bjwt\b|^pin$|^otp$|signature/i;

// The same, wherever such a name might stand in a text.
const SECRET_SOMEWHERE = new RegExp(SECRET_NAME.source.replaceAll(/\^(\w+)\$/g, "\\b$1\\b"), "i");

const CREDENTIALS: readonly RegExp[] = [
  /\b(?:csk|cst|whsec)_[A-Za-z0-9+/=_-]{8,}/g,
  /\b(?:bearer|basic)\s+[A-Za-z0-9+/=._~-]{8,}/gi,
  /(?<![A-Za-z0-9])(?:sk|pk|rk)[-_](?:[A-Za-z0-9]{1,20}[-_]){0,6}[A-Za-z0-9]{16}[A-Za-z0-9_-]*/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\bA(?:KIA|SIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /(?<![\w-])(?:[A-Za-z0-9]{1,20}[-_]){0,3}eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=:\/\/)[^\s/:@"'\\]+:[^\s/@"'\\]+(?=@)/g,
];

/** Whether values under this name are never shown. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

// Almost no text holds any of them, and one look is cheaper than ten.
const HINT =
  /cs[kt]_|whsec_|bearer|basic|[spr]k[-_]|gh[pousr]_|github_pat|glpat|xox|akia|asia|aiza|eyj|private key|:\/\//i;

const CREDENTIAL_MIN = 11;

const CREDENTIAL_MAX = 4 * 1024;

/** Text without what looks like a credential. */
export function redactText(text: string): string {
  if (text.length < CREDENTIAL_MIN || !HINT.test(text)) return text;
  return CREDENTIALS.reduce((left, form) => left.replace(form, "[redacted]"), text);
}

type Token = { kind: "string" | "open" | "close" | "mark" | "bare" | "space"; text: string };

// One token of JSON, also of JSON that was cut off or never was any.
const TOKEN = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[[{]|[\]}]|[,:]|[ \t\r\n]+|[^"[\]{},: \t\r\n]+/g;

const LITERAL = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;

// A name in a list: ["authorization", "Bearer …"].
const LISTED_NAME = /^[\w.-]{1,40}$/;

function kindOf(text: string): Token["kind"] {
  const first = text[0] ?? "";
  if (first === '"') return "string";
  if ("[{".includes(first)) return "open";
  if ("]}".includes(first)) return "close";
  if (",:".includes(first) || /^=>?$/.test(text)) return "mark";
  return /\s/.test(first) ? "space" : "bare";
}

function* tokensOf(text: string): Generator<Token> {
  for (const [found] of text.matchAll(TOKEN)) yield { kind: kindOf(found), text: found };
}

/**
 * JSON text as people may see it: secrets replaced by their length, values past `longest` characters cut, everything else
 * exactly as it was written. Works on text that is cut off or malformed, where what is no JSON is left out.
 * @param enough characters after which the rest is not looked at
 */
export function redactJson(
  text: string,
  longest: number = VALUE_CHARACTERS,
  enough: number = Number.POSITIVE_INFINITY,
): string {
  const head = text.slice(0, enough + CREDENTIAL_MAX);
  if (isPlain(head, longest) && isJson(text)) return head;
  const out: string[] = [];
  let written = 0;
  const within: string[] = [];
  let hiding = 0; // depth inside a secret object or list
  let armed = false; // the value to come stands under a secret name
  for (const [token, following] of withNext(tokensOf(text))) {
    if (hiding > 0) {
      hiding += token.kind === "open" ? 1 : token.kind === "close" ? -1 : 0;
      continue;
    }
    if (written > enough) break;
    let told = token.text;
    if (token.kind === "close") {
      within.pop();
      armed = false;
    } else if (token.kind !== "space" && token.kind !== "mark") {
      if (armed && !/^(?:true|false|null)$/.test(told)) {
        told = `"[redacted${token.kind === "open" ? "" : `, ${lengthOf(token)} characters`}]"`;
        hiding = token.kind === "open" ? 1 : 0;
        armed = false;
      } else {
        const plain = token.kind === "string" ? textOf(token.text) : "";
        armed = token.kind === "string" && names(plain, within.at(-1), following);
        if (token.kind === "open") within.push(told);
        told = shown(token, plain, longest);
      }
    }
    out.push(told);
    written += told.length;
  }
  return out.join("");
}

/** Whether nothing may have to be left out: of most texts nothing has, and one look at the whole is cheaper than one at each part. */
function isPlain(text: string, longest: number): boolean {
  if (text.includes("\\") || SECRET_SOMEWHERE.test(text) || HINT.test(text)) return false;
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    if (end - at > longest) return false;
    at = end + 1;
  }
  return true;
}

// Reading more at once would keep others waiting.
const PARSED_MAX = 256 * 1024;

function isJson(text: string): boolean {
  if (text.length > PARSED_MAX) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Each token with the text of the next one that is no space. */
function* withNext(tokens: Iterable<Token>): Generator<[Token, string]> {
  let held: Token[] = [];
  for (const token of tokens) {
    if (token.kind !== "space") {
      for (const one of held) yield [one, token.text];
      held = [];
    }
    held.push(token);
  }
  for (const one of held) yield [one, ""];
}

/** Whether a string is the name of a secret that follows. */
function names(plain: string, parent: string | undefined, following: string): boolean {
  if (following === "" || "}]".includes(following)) return false;
  if (following === "," && !(parent === "[" && LISTED_NAME.test(plain))) return false;
  return isSecretName(plain);
}

function shown(token: Token, plain: string, longest: number): string {
  if (token.kind === "open") return token.text;
  if (token.kind === "bare") return LITERAL.test(token.text) ? token.text : "[not JSON]";
  // Past what is shown, only the end of a credential that began before matters.
  const safe = redactProse(plain.slice(0, longest + CREDENTIAL_MAX));
  if (safe.length > longest || plain.length > longest + CREDENTIAL_MAX) {
    return JSON.stringify(`${safe.slice(0, VALUE_CHARACTERS / 8)}… [${plain.length} characters in all]`);
  }
  return safe === plain && token.text.endsWith('"') && token.text.length > 1
    ? token.text
    : JSON.stringify(safe);
}

function lengthOf(token: Token): number {
  return token.kind === "string" ? textOf(token.text).length : token.text.length;
}

/** What a string token says; of one that is cut off, what is there. */
function textOf(token: string): string {
  if (!token.includes("\\")) return token.slice(1, token.endsWith('"') && token.length > 1 ? -1 : undefined);
  for (const text of [token, `${token}"`]) {
    try {
      return String(JSON.parse(text));
    } catch {
      // not a whole string
    }
  }
  return token.slice(1);
}

/** Path and query without the values of secret parameters. */
export function redactTarget(target: string): string {
  const at = target.indexOf("?");
  if (at === -1) return redactText(target);
  const query = target
    .slice(at + 1)
    .split("&")
    .map((part) => {
      const name = part.split("=", 1)[0] ?? "";
      return isSecretName(decoded(name)) ? `${name}=[redacted]` : redactText(part);
    });
  return `${redactText(target.slice(0, at))}?${query.join("&")}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

// password=…, "password": "…", also of JSON within JSON; API key: …; --password …
const ASSIGNED =
  /(?<![\w-])(?:(?<flag>--?[a-z][\w-]{0,80})[ \t]{1,3}(?![ \t=:])|(?<name>(?:(?:api|access|private|secret) )?[\w-]{1,80})(?:\\{0,7}["'])?\s{0,3}(?<sign>:?=>?|:)\s{0,3})/gi;

// Up to the same quote, escaped as often, or of a text that was cut off to the end of the line.
const QUOTED_VALUE = /(\\{0,7})(["'])(?:[^\n]{0,4096}?(?<!\\)\1\2|[^\n]{0,4096})/y;

const BARE_VALUE = /((?:(?:token|api-?key|key|digest|bot)[ \t]{1,3})?)([^\s,;&"']{1,4096})/iy;

/** Prose without what looks like a credential, and without what it says that secrets are. */
export function redactProse(text: string): string {
  const safe = redactText(text);
  if (!SECRET_SOMEWHERE.test(safe)) return safe;
  const out: string[] = [];
  let from = 0;
  // What stands under any other name is looked into, for it may be a sentence that says a password.
  for (const { index, 0: head, groups } of safe.matchAll(ASSIGNED)) {
    const at = index + head.length;
    if (index < from || !isSecretName((groups?.flag ?? groups?.name ?? "").replace(/^-+/, ""))) continue;
    const end = secretEnd(safe, at, groups?.flag === undefined ? groups?.sign : undefined);
    if (end === at) continue;
    out.push(safe.slice(from, at), "[redacted]");
    from = end;
  }
  out.push(safe.slice(from));
  return out.join("");
}

/** Where the secret ends that begins here, behind `sign` or, without one, behind an option of a command; where it begins, if it is none. */
function secretEnd(text: string, at: number, sign: string | undefined): number {
  QUOTED_VALUE.lastIndex = BARE_VALUE.lastIndex = at;
  const quoted = QUOTED_VALUE.exec(text)?.[0];
  if (quoted !== undefined) return sign || looksSecret(quoted) ? at + quoted.length : at;
  const [, scheme = "", bare = ""] = BARE_VALUE.exec(text) ?? [];
  const end = at + scheme.length + bare.length;
  if (sign?.includes("=")) return end;
  // A colon alone says nothing: an error may go on with a sentence there.
  const value = bare.replace(/[.:!?)\]}>\\]{1,9}$/, "");
  const said =
    !looksSecret(value) || (sign === ":" && isWord(value) && SENTENCE.test(text.slice(end, end + 100)));
  return said ? at : end - (bare.length - value.length);
}

const SECRET_MIN = 6;

// No word is longer.
const WORD_READ = 200;

const isWord = (text: string) => /^\p{L}+$/u.test(text);

// The word that follows, unless it is a name with a value of its own.
const SENTENCE = /^[ \t]{1,3}\p{L}{1,60}(?![\w-]{0,60}\s{0,3}[=:])/u;

// What errors say of a secret, or what stands in its place.
const ORDINARY =
  /^(?:absent|access|authentication|authorization|bearer|boolean|cannot|cookie|credentials?|does ?not|doctype|empty|failure|forbidden|format|header|identifier|incorrect|integer|invalid|issuer|length|malformed|mismatch|minimum|maximum|missing|mustbe|number|object|optional|passphrase|password|please|refused|reject|secret|should|signature|string|success|timeout|token|undefined|unknown|unset|wrong|.{2,}(?:ed|ing|able|ible|tion|sion|ment|ent|ant|ful|less|ous|ive|ity|ory|ance|ence|ely|ally))$/i;

/** Whether a value is no word that an error says of a secret: long enough, without spaces, and not such a word or a code of some. */
function looksSecret(whole: string): boolean {
  const value = whole.slice(0, WORD_READ);
  const core = value.replace(/^[^\p{L}\p{N}]{1,20}/u, "").replace(/[^\p{L}\p{N}]{1,20}$/u, "");
  if (
    value.length < SECRET_MIN ||
    core === "" ||
    /\s/.test(value) ||
    /^-|^[a-z][a-z+.-]{0,20}:\/\//i.test(value)
  )
    return false;
  const words = core.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, "_").split(/[-_./]/);
  return !words.every(isWord) || !words.some((word) => ORDINARY.test(word));
}

/** What agents and tools wrote, as JSON if it may be meant as such and as prose otherwise, without what looks like a credential. */
export function redactTold(text: string, longest: number): string {
  return MEANT_AS_JSON.test(text) ? redactJson(text, longest) : redactProse(text);
}

const MEANT_AS_JSON = /^\s{0,99}(?:\{\s{0,99}["}]|\[\s{0,99}["{[\]])/;
