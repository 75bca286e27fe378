import type { JsonNode } from "@/lib/core/json/parse";
import type { ObjectNode } from "../nodes";
import { isSecret } from "../secrets";
import { topOf } from "./tops";
import type { Cell, Column, Table } from "./types";

const ROWS_MAX = 200;
const COLUMNS_MAX = 12;
const TOP = 3;
const CELL_CHARS = 120;

type Rows = readonly ObjectNode[];

/** An array of two or more objects that mostly have the same members; null for any other. */
export function readTable(items: readonly JsonNode[], keys: readonly (string | number)[]): Table | null {
  if (items.length < 2 || !items.every((item) => item.kind === "object")) return null;
  const rows = items as Rows;
  const present = new Map<string, number>();
  for (const row of rows) for (const { key } of row.members) present.set(key, (present.get(key) ?? 0) + 1);
  const cells = [...present.values()].reduce((sum, count) => sum + count, 0);
  if (present.size === 0 || cells < (present.size * rows.length) / 2) return null;
  const names = [...present.keys()].slice(0, COLUMNS_MAX);
  const columns = names.map((name) =>
    columnOf(name, rows, present.get(name) ?? 0, isSecret([...keys, name])),
  );
  const shown = rows.slice(0, ROWS_MAX).map((row) => columns.map((column) => cellOf(row, column)));
  return { count: rows.length, columns, moreColumns: present.size - names.length, rows: shown };
}

function columnOf(name: string, rows: Rows, present: number, secret: boolean): Column {
  const absent = rows.length - present;
  if (secret) return { name, absent, distinct: 0, top: [], secret };
  const values = rows.flatMap((row) => {
    const value = row.members.find(({ key }) => key === name)?.value;
    return value ? [textOf(value)] : [];
  });
  const { distinct, top } = topOf(values, TOP);
  const repeated = top
    .filter(({ count }) => count > 1)
    .map(({ text, count }) => ({ text: text.slice(0, CELL_CHARS), count }));
  return { name, absent, distinct, top: repeated, secret };
}

/** A value in words. An inner object or list is only counted, so that no secret in it shows. */
function textOf(node: JsonNode): string {
  switch (node.kind) {
    case "string":
      return node.value === "" ? '""' : node.value;
    case "number":
      return node.literal;
    case "constant":
      return String(node.value);
    case "array":
      return `[${node.items.length}]`;
    default:
      return `{${node.members.length}}`;
  }
}

function cellOf(row: ObjectNode, { name, secret }: Column): Cell {
  const value = row.members.find(({ key }) => key === name)?.value;
  if (!value) return { form: "absent", text: "" };
  if (secret) return { form: "secret", text: "" };
  const form = value.kind === "object" || value.kind === "array" ? "inner" : "text";
  const text = textOf(value);
  return { form, text: text.length > CELL_CHARS ? `${text.slice(0, CELL_CHARS)}…` : text };
}
