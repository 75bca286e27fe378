import { randomUUID } from "node:crypto";
import { changedAt, replaceNumbers } from "../client/json-text";

/** Random for each process, so that no text from outside can pass for a mark. */
const SECRET = randomUUID();
const MARK = "countersign.number";
const MARKED = new RegExp(
  String.raw`\{"countersign\.number":"${SECRET}:(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"\}`,
  "g",
);

/**
 * The JSON text with a mark, a small object, in place of each number that `JSON.parse` and `JSON.stringify` would change:
 * 9007199254740993, 1.0 and 1e400. So the SDK can carry them; {@link restored} puts them back.
 */
export function marked(text: string): string {
  return replaceNumbers(text, (literal) =>
    JSON.stringify(Number(literal)) === literal
      ? literal
      : JSON.stringify({ [MARK]: `${SECRET}:${literal}` }),
  );
}

/** The JSON text with the numbers in place of their marks. */
export function restored(text: string): string {
  return text.includes(SECRET) ? text.replace(MARKED, "$1") : text;
}

/** JSON text of a value that was read from marked text. */
export function exactText(value: unknown): string {
  return restored(JSON.stringify(value));
}

/** What Countersign's answers quote of tools: the result of a call, and values of arguments that a person changed. */
const QUOTED = [["outcome", "result"], ["differences"]] as const;

/** `fetch` for Countersign: numbers of tools leave exactly as they came, and come back marked. */
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
