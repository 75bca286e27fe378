import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";

// Tables of the sample, referenced ones first.
const TABLES = {
  Tenant: "tenants",
  TenantSettings: "tenant_settings",
  Gateway: "gateways",
  GatewayTenant: "gateway_tenants",
  ApiKey: "api_keys",
  ApiKeyTenant: "api_key_tenants",
  SigningSecret: "signing_secrets",
  Cheatsheet: "cheatsheets",
  CheatsheetVersion: "cheatsheet_versions",
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
type Given<M extends Model> = Prisma.TypeMap["model"][M]["operations"]["createMany"]["args"]["data"];
type Timed<T> = {
  [K in keyof T]: [Extract<T[K], Date>] extends [never] ? T[K] : number | Exclude<T[K], Date | string>;
};

export type RowOf<M extends Model> = Timed<Extract<Given<M>, readonly unknown[]>[number]>;

export type Rows = { [M in Model]?: RowOf<M>[] };

/**
 * Inserts rows with one statement per table, ten times as fast as Prisma's createMany.
 * @returns how many
 */
export async function insertRows(tx: Tx, ...all: readonly Rows[]): Promise<number> {
  let written = 0;
  for (const model of Object.keys(TABLES) as Model[]) {
    const rows = all.flatMap((some): Record<string, unknown>[] => some[model] ?? []);
    if (rows.length === 0) continue;
    const given = new Set(rows.flatMap((row) => Object.keys(row)));
    const columns = (await columnsOf(tx, TABLES[model])).filter(({ member }) => given.has(member));
    const cells = rows.map((row) =>
      Object.fromEntries(columns.map(({ name, member }) => [name, row[member]])),
    );
    const list = (tell: (column: Column) => string) => Prisma.raw(columns.map(tell).join(", "));
    // Names and types come from the database's catalogue.
    written += await tx.$executeRaw`
      insert into ${Prisma.raw(TABLES[model])} (${list(({ name }) => `"${name}"`)})
      select ${list(({ name, moment }) => (moment ? `to_timestamp(floor("${name}") / 1000)` : `"${name}"`))}
      from json_to_recordset(${JSON.stringify(cells)}::json)
        as r(${list(({ name, type, moment }) => `"${name}" ${moment ? "float8" : type}`)})`;
  }
  return written;
}

type Column = { name: string; type: string; moment: boolean; member: string };
const known = new Map<string, Column[]>();

async function columnsOf(tx: Tx, table: string): Promise<Column[]> {
  const before = known.get(table);
  if (before) return before;
  const rows = await tx.$queryRaw<Omit<Column, "member">[]>`
    select attname as name, format_type(atttypid, atttypmod) as type, atttypid = 'timestamptz'::regtype as moment
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`;
  const memberOf = (name: string) => name.replace(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase());
  const columns = rows.map((row) => ({ ...row, member: memberOf(row.name) }));
  known.set(table, columns);
  return columns;
}
