import { HINT, isSecretName, redactProse, redactText, SECRET_SOMEWHERE } from "./prose";

/** Characters kept of one value; its full length is shown. */
export const VALUE_CHARACTERS = 512;

const CREDENTIAL_MAX = 4 * 1024;

type Token = { kind: "string" | "open" | "close" | "mark" | "bare" | "space"; text: string };

// One JSON token, also in cut or malformed JSON.
const TOKEN = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[[{]|[\]}]|[,:]|[ \t\r\n]+|[^"[\]{},: \t\r\n]+/g;

const LITERAL = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;

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
 * Redacted JSON text: secrets become their length, values are cut at `longest` characters, the rest
 * stays as written. Handles cut or malformed text by dropping what is no JSON.
 * @param enough characters after which the rest is skipped
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
  let armed = false; // the next value has a secret name
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

/**
 * Whether nothing needs redaction. Most texts are plain, and one check is cheaper than one per
 * part.
 */
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

// Parsing more at once would block others.
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

function names(plain: string, parent: string | undefined, following: string): boolean {
  if (following === "" || "}]".includes(following)) return false;
  if (following === "," && !(parent === "[" && LISTED_NAME.test(plain))) return false;
  return isSecretName(plain);
}

function shown(token: Token, plain: string, longest: number): string {
  if (token.kind === "open") return token.text;
  if (token.kind === "bare") return LITERAL.test(token.text) ? token.text : "[not JSON]";
  // Beyond the shown part, only a credential that started before matters.
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

/** The text of a string token; of a cut one, the part that is there. */
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

/** Path and query without values of secret parameters. */
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

/** Redacted text of agents and tools: as JSON if it looks like JSON, else as prose. */
export function redactTold(text: string, longest: number): string {
  return MEANT_AS_JSON.test(text) ? redactJson(text, longest) : redactProse(text);
}

const MEANT_AS_JSON = /^\s{0,99}(?:\{\s{0,99}["}]|\[\s{0,99}["{[\]])/;
