import { type JsonNode, parseJson } from "@/lib/core/json/parse";
import type { Violation } from "./types";

/** A violation as the gateway reported it. */
export type Reported = { path: string; message: string; received_json?: string };

/** `/tests/0/priority`, `tests[0].priority`, `$.tests.0.priority` and `arguments.tests[0].priority` are all `tests[].priority`. */
export function fieldPathOf(path: string): string {
  const named = partsOf(path);
  return named.reduce(
    (field, part) => (/^\d+$/.test(part) ? `${field}[]` : field === "" ? part : `${field}.${part}`),
    "",
  );
}

const NAME = "[\"'`]([^\"'`]{1,100})[\"'`]";

// What the validators of MCP servers say: Ajv, zod, pydantic, jsonschema.
const MISSING = [
  new RegExp(`required property:? ${NAME}`, "i"),
  new RegExp(`${NAME} is a required property`, "i"),
  /^required$|^field required$|^missing required|received undefined/i,
];

const UNKNOWN = [
  new RegExp(`additional properties.*?${NAME}`, "i"),
  new RegExp(`unrecognized keys?(?: in object)?:? ${NAME}`, "i"),
  new RegExp(`${NAME} (?:was|were) unexpected`, "i"),
  new RegExp(`unknown (?:parameter|property|argument|field):? ${NAME}`, "i"),
  /^extra inputs are not permitted|^unexpected (?:keyword )?(?:argument|property)/i,
];

/** What each part of a refusal says: which field, and whether its value, its absence or its name was wrong. */
export function violationsOf(reported: readonly Reported[], argumentsText: string | null): Violation[] {
  const sent = argumentsText === null ? null : parseJson(argumentsText);
  return reported.flatMap(({ path, message, received_json: received }) => {
    const at = fieldPathOf(path);
    const missing = namedIn(MISSING, message);
    const unknown = missing === null ? namedIn(UNKNOWN, message) : null;
    const named = missing ?? unknown;
    // The message names the field where the path names only what it belongs to.
    const field =
      named === null || named === "" || endsWith(at, named) ? at : at === "" ? named : `${at}.${named}`;
    if (field === "") return [];
    const kind = missing !== null ? "missing" : unknown !== null ? "unknown" : "value";
    const value = kind === "missing" ? null : (received ?? valueAt(sent, argumentsText, path));
    return [{ field, kind, value, message }];
  });
}

const endsWith = (field: string, name: string) => field === name || field.endsWith(`.${name}`);

/** The name in a message of this kind; empty when it names none, null when it is of another kind. */
function namedIn(shapes: readonly RegExp[], message: string): string | null {
  for (const shape of shapes) {
    const match = shape.exec(message);
    if (match) return match[1] ?? "";
  }
  return null;
}

/** What the call sent at a path, as exact text; null when that cannot be told. */
function valueAt(root: JsonNode | null, text: string | null, path: string): string | null {
  const parts = partsOf(path);
  let at: JsonNode | null | undefined = parts.length === 0 ? null : root;
  for (const part of parts)
    at =
      at?.kind === "object"
        ? at.members.find(({ key }) => key === part)?.value
        : at?.kind === "array"
          ? at.items[Number(part)]
          : null;
  return at && text !== null ? text.slice(at.start, at.end) : null;
}

/** The names and places on the way to a field. */
function partsOf(path: string): string[] {
  const parts = path.startsWith("/")
    ? path
        .slice(1)
        .split("/")
        .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    : path.replace(/^\$\.?/, "").split(/[.[\]]+/);
  const named = parts.filter((part) => part !== "");
  return named[0] === "arguments" ? named.slice(1) : named;
}
