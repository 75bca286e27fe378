import { snake } from "@/lib/core/casing";

// Reads details of audit rows. Rows never change, so old forms stay supported.

/** Details of a row: `{from, to}` for each changed field, and facts. */
export type Details = Readonly<Record<string, unknown>>;

export type FieldChange = { from: unknown; to: unknown };

// Older rows of these actions have {from, to} without the field's name.
const ONLY_FIELD: Readonly<Record<string, string>> = {
  "user.renamed": "name",
  "user.role_changed": "role",
  "tenant.renamed": "name",
  "gateway.renamed": "name",
  "gateway.callback_url_changed": "callback_url",
  "approval.extended": "decide_by",
  "view.renamed": "name",
};

// Renamed actions. Older rows keep the old name, which their hash covers.
const FORMER_NAMES: Readonly<Record<string, string>> = {
  "approval.claimed": "approval.assigned",
  "approval.taken_over": "approval.reassigned",
  "approval.released": "approval.unassigned",
  "approval.settled": "approval.acknowledged",
  "approval.unsettled": "approval.unacknowledged",
};

export function presentAction(action: string): string {
  return FORMER_NAMES[action] ?? action;
}

/** Every name under which rows hold an act, its present one first. */
export function namesOfAction(action: string): string[] {
  const present = presentAction(action);
  return [present, ...Object.keys(FORMER_NAMES).filter((former) => FORMER_NAMES[former] === present)];
}

export function readDetails(action: string, text: string): Details {
  const { from, to, ...rest } = JSON.parse(text) as Record<string, unknown>;
  const facts = Object.fromEntries(Object.entries(rest).map(([name, value]) => [snake(name), value]));
  if (from === undefined || to === undefined) return facts;
  if (!isObject(from) && !isObject(to)) return { [ONLY_FIELD[action] ?? "value"]: { from, to }, ...facts };
  const [before, after] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const parts = names.map((name) => [snake(name), { from: before[name] ?? null, to: after[name] ?? null }]);
  return { ...Object.fromEntries(parts), ...facts };
}

/** The fields that changed, in the order they were noted. */
export function fieldChanges(details: Details): [string, FieldChange][] {
  return Object.entries(details).filter((entry): entry is [string, FieldChange] => isFieldChange(entry[1]));
}

/** A member after the action; `name.from` is a field before it. Undefined if not recorded. */
export function memberAt(details: Details, path: string): unknown {
  const [name = "", side = "to"] = path.split(".");
  const value = details[name];
  if (isFieldChange(value)) return side === "from" ? value.from : value.to;
  return side === "from" ? undefined : value;
}

/** Replaces a content or a long text: its length and SHA-256, never the text. */
type Digest = { sha256: string; characters: number };

export function isDigest(value: unknown): value is Digest {
  return isObject(value) && typeof value.sha256 === "string" && typeof value.characters === "number";
}

function isFieldChange(value: unknown): value is FieldChange {
  return isObject(value) && "from" in value && "to" in value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
