import type { SeatView } from "@/lib/approvals/deciders/types";
import type { QueueMember, QueueRow } from "@/lib/approvals/queue/types";

/** Rows on their way to the browser. */
export type RowText = string & { readonly brand: "rows as text" };

type Own = Omit<QueueRow, "members">;
type Value = string | number | boolean | null | { userId: string; name: string; until: number } | SeatView[];
type Packed = [values: Value[], members?: Value[][]];

// Omitted default values. The rarest come last, so that most rows end before them.
const USUAL = {
  provider: null,
  agent: null,
  revision: 1,
  status: "pending",
  decision: "pending",
  undelivered: false,
  soon: false,
  releaseAt: null,
  decidedAt: null,
  decidedBy: null,
  byPolicy: false,
  assignment: null,
  acknowledgedBy: null,
  snoozedUntil: null,
  moreMembers: false,
  approvalsRequired: 1,
  approvalsGiven: 0,
  brokeGlass: false,
  seats: null,
  byPerson: false,
  owner: null,
  failedDeliveryId: null,
  outcomeKnown: false,
} satisfies Partial<Own>;

const TOLD = [
  "id",
  "key",
  "argumentsSha256",
  "risk",
  "headline",
  "tool",
  "tenant",
  "gateway",
  "createdAt",
  "decideBy",
  "changedAt",
] as const satisfies (keyof Own)[];

const ROW: readonly string[] = [...TOLD, ...Object.keys(USUAL)];
const MEMBER: readonly string[] = ["id", "createdAt", "decideBy", "revision", "argumentsSha256"];
const TIMES = new Set(["createdAt", "decideBy", "releaseAt", "decidedAt", "changedAt", "snoozedUntil"]);

/**
 * Serializes rows as values without names, and omits defaults. React would serialize each member
 * separately: fifty rows would be most of a page.
 */
export function textOfRows(rows: readonly QueueRow[]): RowText {
  const packed = rows.map(({ members, ...row }): Packed => {
    const alike = { ...USUAL, argumentsSha256: row.argumentsSha256 };
    const values = pack(row, ROW, USUAL);
    return members.length === 0 ? [values] : [values, members.map((one) => pack(one, MEMBER, alike))];
  });
  return JSON.stringify(packed) as RowText;
}

/** Reverses `textOfRows`. */
export function rowsOfText(text: RowText): QueueRow[] {
  return (JSON.parse(text) as Packed[]).map(([values, members = []]) => {
    const row = unpack<Own>(values, ROW, USUAL);
    const alike = { ...USUAL, argumentsSha256: row.argumentsSha256 };
    return { ...row, members: members.map((one) => unpack<QueueMember>(one, MEMBER, alike)) };
  });
}

function pack(one: object, names: readonly string[], usual: Record<string, unknown>): Value[] {
  const told = one as Record<string, Value | Date>;
  const values = names.map((name) => {
    const value = told[name] ?? null;
    if (name in usual && value === usual[name]) return null;
    return value instanceof Date ? value.getTime() : value;
  });
  const { assignment } = told as Partial<Own>;
  if (assignment) values[names.indexOf("assignment")] = { ...assignment, until: assignment.until.getTime() };
  return values.slice(0, values.findLastIndex((value) => value !== null) + 1);
}

function unpack<T>(values: readonly Value[], names: readonly string[], usual: Record<string, unknown>): T {
  const one: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? null;
    if (value === null) one[name] = usual[name];
    else if (Array.isArray(value)) one[name] = value.map(seatOfText);
    else if (typeof value === "object") one[name] = { ...value, until: new Date(value.until) };
    else one[name] = TIMES.has(name) ? new Date(value as number) : value;
  }
  return one as T;
}

const seatOfText = (seat: SeatView): SeatView => ({
  ...seat,
  by: seat.by.map((one) => ({ ...one, at: new Date(one.at) })),
});
