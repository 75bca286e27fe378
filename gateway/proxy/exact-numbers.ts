import { randomUUID } from "node:crypto";
import { changedAt, replaceNumbers } from "../client/json-text";

/** Random per process, so that no foreign text can forge a mark. */
const SECRET = randomUUID();
const MARK = "countersign.number";
const MARKED = new RegExp(
  String.raw`\{"countersign\.number":"${SECRET}:(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"\}`,
  "g",
);

/**
 * Replaces each number that `JSON.parse` and `JSON.stringify` would change (9007199254740993, 1.0,
 * 1e400) with a mark, a small object. So the SDK can carry them; {@link restored} reverses it.
 */
export function marked(text: string): string {
  return replaceNumbers(text, (literal) =>
    JSON.stringify(Number(literal)) === literal
      ? literal
      : JSON.stringify({ [MARK]: `${SECRET}:${literal}` }),
  );
}

/** Reverses {@link marked}. */
export function restored(text: string): string {
  return text.includes(SECRET) ? text.replace(MARKED, "$1") : text;
}

/** JSON text of a value that was read from marked text. */
export function exactText(value: unknown): string {
  return restored(JSON.stringify(value));
}

/**
 * What Countersign's responses quote of tools: a call's result, and arguments that a person
 * changed.
 */
const QUOTED = [["outcome", "result"], ["differences"]] as const;

/** `fetch` for Countersign: tools' numbers leave unchanged and return marked. */
export const exactFetch: typeof fetch = async (input, init) => {
  const body = typeof init?.body === "string" ? restored(init.body) : init?.body;
  const answer = await fetch(input, { ...init, body });
  const type = answer.headers.get("content-type") ?? "";
  if (answer.status !== 200 || !type.startsWith("application/json")) return answer;
  const text = await answer.text();
  const { status, headers } = answer;
  return new Response(readable(text) ? QUOTED.reduce(markedAt, text) : text, { status, headers });
};

const markedAt = (text: string, path: readonly string[]) => changedAt(text, path, marked);

function readable(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
