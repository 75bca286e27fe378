import { applyEdits, literalOf } from "@/lib/arguments/splice";
import type { FieldEdit, FormField } from "@/lib/arguments/types";

/** The edit of one field. A field without a draft keeps its bytes. */
export type Draft =
  | { to: "absent" }
  | { to: "null" }
  | { to: "text"; text: string }
  | { to: "items"; items: readonly { text: string; literal: string | null }[] };

export type Drafts = ReadonlyMap<string, Draft>;

/** The current content of a field: its draft, else the sent value. */
export function shownOf(field: FormField, drafts: Drafts): Draft {
  const draft = drafts.get(field.pointer);
  if (draft) return draft;
  const { now } = field;
  if (now.state === "absent") return { to: "absent" };
  if (now.state === "null") return { to: "null" };
  return field.kind === "list" ? { to: "items", items: now.items } : { to: "text", text: now.text };
}

/** The exact JSON of a draft; null if it is invalid, "absent" if the argument is removed. */
function toLiteral(field: FormField, draft: Draft): string | null {
  if (draft.to === "null") return "null";
  if (draft.to === "text") return literalOf(field.kind, draft.text);
  if (draft.to !== "items") return null;
  const items = draft.items.map((item) => item.literal ?? literalOf(field.item ?? "json", item.text));
  return items.every((item) => item !== null) ? `[${items.join(",")}]` : null;
}

/** All fields, outermost first. */
export function flatFields(fields: readonly FormField[]): FormField[] {
  return fields.flatMap((field) => [field, ...flatFields(field.children)]);
}

/** The arguments with all drafts applied, and the fields with invalid drafts. */
export function editedText(
  argumentsText: string,
  fields: readonly FormField[],
  drafts: Drafts,
): { text: string; faults: ReadonlySet<string> } {
  const faults = new Set<string>();
  const edits: FieldEdit[] = [];
  for (const field of flatFields(fields)) {
    const draft = drafts.get(field.pointer);
    if (!draft) continue;
    if (draft.to === "absent") {
      edits.push({ keys: field.keys, to: "absent" });
      continue;
    }
    const literal = toLiteral(field, draft);
    if (literal === null) faults.add(field.pointer);
    else edits.push({ keys: field.keys, to: "value", literal });
  }
  return { text: applyEdits(argumentsText, edits), faults };
}

/** The initial draft of an added field. */
export function begun(field: FormField): Draft {
  switch (field.kind) {
    case "boolean":
      return { to: "text", text: "false" };
    case "enum":
      return { to: "text", text: field.options[0] ?? "null" };
    case "list":
      return { to: "items", items: [] };
    case "object":
      return { to: "text", text: "{}" };
    case "json":
      return { to: "text", text: field.nullable ? "null" : "{}" };
    default:
      return { to: "text", text: "" };
  }
}
