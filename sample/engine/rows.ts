import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";

// The tables that are written in bulk, those first that others point at.
const TABLES = {
  Tool: "tools",
  ToolVersion: "tool_versions",
  ToolRating: "tool_ratings",
  ToolCall: "tool_calls",
  Approval: "approvals",
  ApprovalRevision: "approval_revisions",
  ApprovalAssignment: "approval_assignments",
  ApprovalPresence: "approval_presence",
  Vote: "votes",
  Execution: "executions",
  OutboxEvent: "outbox_events",
  Delivery: "deliveries",
  DeliveryAttempt: "delivery_attempts",
  FeedbackIssue: "feedback_issues",
  FeedbackSubmission: "feedback_submissions",
  Correction: "corrections",
  GatewayRequest: "gateway_requests",
  Activity: "activity",
} as const satisfies Partial<Record<Prisma.ModelName, string>>;

type Model = keyof typeof TABLES;

/** A row of a model, as Prisma's client takes it: what may be null may be left out. */
export type RowOf<M extends Model> = Extract<
  Prisma.TypeMap["model"][M]["operations"]["createMany"]["args"]["data"],
  readonly unknown[]
>[number];

/** Rows of several models. */
export type Rows = { [M in Model]?: RowOf<M>[] };

/**
 * Writes rows with one statement a table: thousands at once, for which Prisma's own createMany takes ten times as long.
 * @returns how many
 */
export async function insertRows(tx: Tx, ...all: readonly Rows[]): Promise<number> {
  let written = 0;
  for (const model of Object.keys(TABLES) as Model[]) {
    const rows = all.flatMap((some): object[] => some[model] ?? []);
    if (rows.length === 0) continue;
    const members = new Set<string>();
    for (const row of rows) for (const name in row) members.add(name);
    const types = await columnTypes(tx, TABLES[model]);
    const names = [...members].map((member) => ({ member, column: columnOf(member) }));
    // Names come from Prisma's types, types from the database's own catalogue.
    const table = Prisma.raw(TABLES[model]);
    const columns = listed(names.map(({ column }) => `"${column}"`));
    const cells = listed(names.map(({ member }) => `"${member}"`));
    const given = listed(names.map(({ member, column }) => `"${member}" ${types.get(column)}`));
    written += await tx.$executeRaw`
      insert into ${table} (${columns})
      select ${cells} from json_to_recordset(${JSON.stringify(rows)}::json) as r(${given})`;
  }
  return written;
}

const listed = (texts: readonly string[]) => Prisma.raw(texts.join(", "));

const known = new Map<string, ReadonlyMap<string, string>>();

async function columnTypes(tx: Tx, table: string): Promise<ReadonlyMap<string, string>> {
  const before = known.get(table);
  if (before) return before;
  const rows = await tx.$queryRaw<{ name: string; type: string }[]>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`;
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  known.set(table, types);
  return types;
}

const columnOf = (member: string) => member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
