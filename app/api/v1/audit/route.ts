import { downloadRecords } from "@/lib/api/download";
import { type Answer, apiRoute, created, ok, resource } from "@/lib/api/route";
import { graceHeaders } from "@/lib/api/v1/authorize";
import { authenticatePerson } from "@/lib/auth/sessions/request";
import { type Recorded, recordCalls } from "@/lib/calls/commands";
import { exportCalls, listCalls } from "@/lib/calls/queries";
import { type CallRow, type ToolCallQuery, toolCallQuery } from "@/lib/calls/schema";
import type { CallFilter } from "@/lib/calls/types";
import { CALL_COLUMNS, type WireCall, wireCall } from "@/lib/calls/wire";
import { DomainError } from "@/lib/core/errors";
import { exportFormat } from "@/lib/core/export";
import { pointerOf, type ReadRows, readRows } from "./rows";

const postAudit = apiRoute("gateway", {}, async ({ scope, request }) => {
  const read = await readRows(request);
  const [bad] = read.refused;
  if (!read.batch && bad) {
    const [first] = bad.errors;
    const detail = `${first?.pointer || "the body"}: ${first?.message}. Nothing was stored.`;
    throw new DomainError("VALIDATION_ERROR", detail, { errors: bad.errors });
  }
  const recorded = await recordCalls(scope, read.candidates);
  return read.batch ? batchAnswer(read, recorded) : rowAnswer(recorded);
});

function rowAnswer(recorded: Recorded): Answer {
  const [rejected] = recorded.rejected;
  if (rejected) {
    const { code, message, errors } = rejected.refusal;
    throw new DomainError(code, message, { errors });
  }
  const [duplicate] = recorded.duplicates;
  if (duplicate) return ok({ id: duplicate.id }, { "idempotent-replayed": "true" });
  const warnings = warningsOf(recorded)?.map(({ code, message }) => ({ code, message }));
  return created({ id: recorded.accepted[0]?.id, warnings }, deprecation(recorded));
}

function batchAnswer(read: ReadRows, recorded: Recorded): Answer {
  const refusals = recorded.rejected.map(({ index, refusal }) => ({
    index,
    errors: refusal.errors.map((error) => ({ ...error, pointer: pointerOf(true, index, error.pointer) })),
  }));
  const body = {
    accepted: recorded.accepted.length,
    duplicates: recorded.duplicates.length,
    rejected: [...read.refused, ...refusals].toSorted((a, b) => a.index - b.index),
    warnings: warningsOf(recorded),
  };
  return { status: 207, headers: deprecation(recorded), body };
}

function warningsOf({ withoutRationale: rows, graceEnd }: Recorded) {
  if (rows.length === 0) return undefined;
  const end = graceEnd === null ? "" : ` (${graceEnd.toISOString()})`;
  const message = `rationale must be 10 to 500 characters; rows without it are refused when the grace period ends${end}`;
  return [{ code: "RATIONALE_MISSING", message, rows }];
}

function deprecation({ withoutRationale, graceEnd }: Recorded): Record<string, string> {
  return graceHeaders({ warning: withoutRationale.length > 0 ? true : null, graceEnd });
}

const readable = { query: toolCallQuery, authenticate: authenticatePerson };

/** The list, or a file of it: for gateways, and for people by browser session or personal token. */
const getAudit = apiRoute("any", readable, async ({ scope, query, request }) => {
  const filter = filterOf(query);
  const format = exportFormat(query.format, request.headers.get("accept"));
  if (format !== null) {
    const steps = wired(exportCalls(scope, filter, query.cursor));
    const file = { columns: CALL_COLUMNS, format, what: "calls", tenant: filter.tenant, asOf: new Date() };
    const response = await downloadRecords<WireCall>({ steps, ...file });
    return { status: response.status, response };
  }
  const page = await listCalls(scope, filter, query);
  return ok({ data: page.rows.map(wireCall), next_cursor: page.nextCursor });
});

async function* wired(steps: AsyncGenerator<CallRow[]>): AsyncGenerator<WireCall[]> {
  for await (const rows of steps) yield rows.map(wireCall);
}

function filterOf(query: ToolCallQuery): CallFilter {
  const { session_id: sessionId, approval_id: approvalId, since, until, ...rest } = query;
  const { limit: _limit, cursor: _cursor, format: _format, ...same } = rest;
  const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return { ...same, sessionId, approvalId, since: date(since), until: date(until) };
}

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getAudit, POST: postAudit });
