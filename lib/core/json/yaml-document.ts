import { Composer, CST, type Document, Lexer, Parser } from "yaml";
import { JSON_LIMITS, JsonError } from "./parse";

const HOW = {
  version: "1.2",
  schema: "core",
  merge: false,
  resolveKnownTags: false,
  // The library compares each name with all earlier ones. The JSON parser finds duplicates instead.
  uniqueKeys: false,
} as const;

// The library rescans a run of these for each one added.
const FILLERS: ReadonlySet<unknown> = new Set(["space", "newline", "comment", "anchor", "tag"]);
const FILLERS_MAX = 2_000;

// The document, the collections around a value, and the value. `jsonOfYaml` applies the exact
// limit.
const OPEN_MAX = JSON_LIMITS.maxDepth + 8;

/**
 * Parses one YAML document in time linear to its length. Stops at the first error or warning.
 * @throws JsonError with cause and place
 */
export function readYamlDocument(text: string): Document.Parsed {
  const composer = new Composer(HOW);
  let first: JsonError | undefined;
  // The library continues after an error, and reports an exception inside a collection here again.
  const onError = (source: ErrorSource, _code: string, message: string) => {
    first ??= refusedYaml(text, message, offsetOf(source));
    throw first;
  };
  Object.assign(composer, { onError });
  const composed: Document.Parsed[] = [];
  let documents = 0;
  for (const token of tokensOf(text)) {
    if (token.type === "document" && ++documents > 1)
      throw refusedYaml(text, "there is more than one document", token.offset);
    composed.push(...composer.next(token));
  }
  composed.push(...composer.end(true, text.length));
  const [document] = composed;
  if (!document) throw new Error("a YAML text was read to no end");
  const [wrong] = [...document.errors, ...document.warnings];
  if (wrong) throw refusedYaml(text, wrong.message, wrong.pos[0]);
  return document;
}

type ErrorSource = number | readonly number[] | { offset: number };

function offsetOf(source: ErrorSource): number {
  if (typeof source === "number") return source;
  return "offset" in source ? source.offset : (source[0] ?? 0);
}

/** @throws JsonError for the first invalid token, or for excessive depth */
function* tokensOf(text: string): Generator<CST.Token, void> {
  const parser = new Parser();
  let fillers = 0;
  for (const lexeme of new Lexer().lex(text)) {
    fillers = FILLERS.has(CST.tokenType(lexeme)) ? fillers + 1 : 0;
    if (fillers > FILLERS_MAX)
      throw refusedYaml(text, "there are too many comments and empty lines in a row", parser.offset);
    yield* sound(text, parser.next(lexeme));
    if (parser.stack.length > OPEN_MAX) throw yamlTooDeep();
  }
  yield* sound(text, parser.end());
}

function* sound(text: string, tokens: Iterable<CST.Token>): Generator<CST.Token, void> {
  for (const token of tokens) {
    if (token.type === "error") throw refusedYaml(text, token.message, token.offset);
    yield token;
  }
}

// The library quotes unknown text in full.
const SAID_MAX = 200;

/** What a YAML text is refused with: what is wrong, with its line and column. */
export function refusedYaml(text: string, what: string, offset = 0): JsonError {
  const [said = ""] = what.slice(0, SAID_MAX).split("\n");
  const lineStart = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const place = `line ${lineAt(text, offset)}, column ${offset - lineStart + 1}`;
  return new JsonError("malformed", `${said} at ${place}`, "", offset);
}

export function yamlTooDeep(): JsonError {
  return new JsonError("too_deep", `values are nested deeper than ${JSON_LIMITS.maxDepth}`, "", 0);
}

/** Line (from 1) of an offset in a text. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
