import { diffArguments } from "@/lib/arguments/diff";
import type { DiffRow } from "@/lib/arguments/types";
import { JsonError, type JsonNode, parseJson } from "@/lib/core/json/parse";

/** The result of reading typed text: an error with its offset, or the changes. */
type Edited = { ok: false; message: string; offset: number } | { ok: true; changes: DiffRow[] };

/** Line and column of an offset, both from 1; columns in UTF-16 units. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Indents JSON; numbers and string escapes keep their spelling. */
export function indent(text: string): string {
  const write = (node: JsonNode, depth: number): string => {
    const pad = "  ".repeat(depth + 1);
    const end = `\n${"  ".repeat(depth)}`;
    if (node.kind === "object" && node.members.length > 0) {
      const members = node.members.map((m) => `${pad}${JSON.stringify(m.key)}: ${write(m.value, depth + 1)}`);
      return `{\n${members.join(",\n")}${end}}`;
    }
    if (node.kind === "array" && node.items.length > 0) {
      return `[\n${node.items.map((item) => pad + write(item, depth + 1)).join(",\n")}${end}]`;
    }
    return text.slice(node.start, node.end);
  };
  return write(parseJson(text), 0);
}

/** Parses typed text as strictly as the server and lists the changes. */
export function readEdited(original: string, typed: string): Edited {
  try {
    const node = parseJson(typed);
    if (node.kind !== "object")
      return { ok: false, message: "The arguments have to be a JSON object.", offset: 0 };
    return {
      ok: true,
      changes: diffArguments(parseJson(original), node).filter((row) => row.change !== "same"),
    };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { line, column } = placeOf(typed, error.offset);
    return {
      ok: false,
      message: `${error.message}: line ${line}, column ${column}`,
      offset: error.offset,
    };
  }
}
