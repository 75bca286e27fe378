// Redacts requests and answers: values under secret names, and values that look like credentials.
// Input is untrusted, so every pattern is bounded, or starts only where no other match could.
const SECRET_NAME =
  /authorization|passw(?:or)?d|passphrase|secret|token(?!s)|api[-_. ]?key|access[-_. ]?key|credential|private[-_. ]?key|cookie|bearer|\bjwt\b|^pin$|^otp$|signature/i;

// The same pattern anywhere in a text.
export const SECRET_SOMEWHERE = new RegExp(SECRET_NAME.source.replaceAll(/\^(\w+)\$/g, "\\b$1\\b"), "i");

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

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

// Cheap check first: few texts contain any of these.
export const HINT =
  /cs[kt]_|whsec_|bearer|basic|[spr]k[-_]|gh[pousr]_|github_pat|glpat|xox|akia|asia|aiza|eyj|private key|:\/\//i;

const CREDENTIAL_MIN = 11;

export function redactText(text: string): string {
  if (text.length < CREDENTIAL_MIN || !HINT.test(text)) return text;
  return CREDENTIALS.reduce((left, form) => left.replace(form, "[redacted]"), text);
}

// password=…, "password": "…", also of JSON within JSON; API key: …; --password …
const ASSIGNED =
  /(?<![\w-])(?:(?<flag>--?[a-z][\w-]{0,80})[ \t]{1,3}(?![ \t=:])|(?<name>(?:(?:api|access|private|secret) )?[\w-]{1,80})(?:\\{0,7}["'])?\s{0,3}(?<sign>:?=>?|:)\s{0,3})/gi;

// Up to the same quote with the same escaping, or to the end of the line in cut text.
const QUOTED_VALUE = /(\\{0,7})(["'])(?:[^\n]{0,4096}?(?<!\\)\1\2|[^\n]{0,4096})/y;

const BARE_VALUE = /((?:(?:token|api-?key|key|digest|bot)[ \t]{1,3})?)([^\s,;&"']{1,4096})/iy;

/** Prose without what looks like a credential, and without what it says that secrets are. */
export function redactProse(text: string): string {
  const safe = redactText(text);
  if (!SECRET_SOMEWHERE.test(safe)) return safe;
  const out: string[] = [];
  let from = 0;
  // Values under other names are checked too, because a sentence may contain a password.
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

/**
 * End of the secret that starts here, after `sign` or else after a command option. Returns the
 * start if there is none.
 */
function secretEnd(text: string, at: number, sign: string | undefined): number {
  QUOTED_VALUE.lastIndex = BARE_VALUE.lastIndex = at;
  const quoted = QUOTED_VALUE.exec(text)?.[0];
  if (quoted !== undefined) return sign || looksSecret(quoted) ? at + quoted.length : at;
  const [, scheme = "", bare = ""] = BARE_VALUE.exec(text) ?? [];
  const end = at + scheme.length + bare.length;
  if (sign?.includes("=")) return end;
  // A colon alone proves nothing: an error message may continue after it.
  const value = bare.replace(/[.:!?)\]}>\\]{1,9}$/, "");
  const said =
    !looksSecret(value) || (sign === ":" && isWord(value) && SENTENCE.test(text.slice(end, end + 100)));
  return said ? at : end - (bare.length - value.length);
}

const SECRET_MIN = 6;

const WORD_READ = 200;

const isWord = (text: string) => /^\p{L}+$/u.test(text);

// The next word, unless it is a name with its own value.
const SENTENCE = /^[ \t]{1,3}\p{L}{1,60}(?![\w-]{0,60}\s{0,3}[=:])/u;

// Words of errors about secrets, and placeholders.
const ORDINARY =
  /^(?:absent|access|authentication|authorization|bearer|boolean|cannot|cookie|credentials?|does ?not|doctype|empty|failure|forbidden|format|header|identifier|incorrect|integer|invalid|issuer|length|malformed|mismatch|minimum|maximum|missing|mustbe|number|object|optional|passphrase|password|please|refused|reject|secret|should|signature|string|success|timeout|token|undefined|unknown|unset|wrong|.{2,}(?:ed|ing|able|ible|tion|sion|ment|ent|ant|ful|less|ous|ive|ity|ory|ance|ence|ely|ally))$/i;

/**
 * Whether a value is a likely secret and no ordinary word: long enough, without spaces, and no
 * error code.
 */
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
