import * as z from "zod";
import { type Recorded, recordCalls } from "@/lib/calls/commands";
import { exportCalls, listCalls } from "@/lib/calls/queries";
import { type ToolCallQuery, toolCallBatchWire, toolCallQuery, toolCallWire } from "@/lib/calls/schema";
import type { CallFilter } from "@/lib/calls/types";
import type { CallRow } from "@/lib/calls/wire";
import {
  CALL_COLUMNS,
  callPageWire,
  callWire,
  recordedBatchWire,
  recordedCallWire,
  type WireCall,
  wireCall,
} from "@/lib/calls/wire";
import { DomainError } from "@/lib/core/errors";
import { exportFormat } from "@/lib/core/export";
import { periodOf } from "@/lib/core/list/days";
import type { Scope } from "@/lib/core/scope";
import { withIntent } from "@/lib/intents/queries";
import { findSimilar } from "@/lib/intents/similar";
import type { Sought } from "@/lib/intents/types";
import { created, ok, replayedHeader } from "../answers";
import { countRefusedRows } from "../checked-body";
import type { AnswerOf, AnswerShapes } from "../definition";
import { downloadRecords, EXPORT_HEADERS } from "../download";
import { GRACE_HEADERS } from "../headers";
import { graceHeaders } from "../intake";
import { resource } from "../resource";
import { apiRoute } from "../route";
import { pointerOf, type ReadRows, readRows } from "./audit-rows";

const answers = {
  201: { says: "The row is stored.", body: recordedCallWire, headers: GRACE_HEADERS },
  200: {
    says: "The row of an earlier, equal request.",
    body: recordedCallWire,
    headers: ["Idempotent-Replayed"],
  },
  207: { says: "The batch, row by row.", body: recordedBatchWire, headers: GRACE_HEADERS },
} satisfies AnswerShapes;

const record = apiRoute(
  "gateway",
  {
    summary: "Report one call, or a batch of up to 1,000.",
    readsBody: z.union([toolCallWire, toolCallBatchWire]),
    idempotent: true,
    answers,
  },
  async ({ scope, request }) => {
    const read = await readRows(request);
    await countRefusedRows(scope, read.refused);
    const [bad] = read.refused;
    if (!read.batch && bad) {
      const [first] = bad.errors;
      const detail = `${first?.pointer || "the body"}: ${first?.message}. Nothing was stored.`;
      throw new DomainError("VALIDATION_ERROR", detail, { errors: bad.errors });
    }
    const recorded = await recordCalls(scope, read.candidates);
    return read.batch ? batchAnswer(read, recorded) : rowAnswer(recorded);
  },
);

type Told = AnswerOf<typeof answers>;

function rowAnswer(recorded: Recorded): Told {
  const [rejected] = recorded.rejected;
  if (rejected) {
    const { code, message, errors } = rejected.refusal;
    throw new DomainError(code, message, { errors });
  }
  const [duplicate] = recorded.duplicates;
  if (duplicate) return ok({ id: duplicate.id }, replayedHeader(true));
  const warnings = warningsOf(recorded)?.map(({ code, message }) => ({ code, message }));
  const [accepted] = recorded.accepted;
  if (!accepted) throw new Error("a row was neither taken nor refused");
  return created({ id: accepted.id, warnings }, graceHeaders(recorded));
}

function batchAnswer(read: ReadRows, recorded: Recorded): Told {
  const refusals = recorded.rejected.map(({ index, refusal }) => ({
    index,
    errors: refusal.errors.map((error) => ({ ...error, pointer: pointerOf(true, index, error.pointer) })),
  }));
  const body = {
    accepted: recorded.accepted.length,
    duplicates: recorded.duplicates.length,
    rejected: [...read.refused.map(({ index, errors }) => ({ index, errors })), ...refusals].toSorted(
      (a, b) => a.index - b.index,
    ),
    warnings: warningsOf(recorded),
  };
  return { status: 207, headers: graceHeaders(recorded), body };
}

function warningsOf({ withoutRationale: rows, grace }: Recorded) {
  if (rows.length === 0) return undefined;
  const end = grace === null ? "" : ` (${grace.until.toISOString()})`;
  const message = `rationale must be 10 to 500 characters; rows without it are refused when the grace period ends${end}`;
  return [{ code: "RATIONALE_MISSING" as const, message, rows }];
}

const list = apiRoute(
  "any",
  {
    summary: "List or export calls.",
    query: toolCallQuery,
    session: true,
    answers: {
      200: {
        says: "A page, NDJSON or CSV.",
        body: callPageWire,
        texts: { "application/x-ndjson": callWire, "text/csv": z.string() },
        headers: EXPORT_HEADERS,
      },
    },
    refuses: ["NOT_FOUND"],
  },
  async ({ scope, query, request }) => {
    const asked = await withIntent(scope, filterOf(query), query.intent);
    const like = await likeThose(scope, query);
    const filter = like === undefined ? asked : { ...asked, templates: bothOf(asked.templates, like) };
    const format = exportFormat(query.format, request.headers.get("accept"));
    if (format !== null) {
      const steps = wired(exportCalls(scope, filter, query.cursor));
      const file = { columns: CALL_COLUMNS, format, what: "calls", tenant: filter.tenant, asOf: new Date() };
      return { status: 200 as const, response: await downloadRecords<WireCall>({ steps, ...file }) };
    }
    const page = await listCalls(scope, filter, query);
    return ok({ data: page.rows.map(wireCall), next_cursor: page.nextCursor });
  },
);

async function* wired(steps: AsyncGenerator<CallRow[]>): AsyncGenerator<WireCall[]> {
  for await (const rows of steps) yield rows.map(wireCall);
}

/** Templates similar to the search; undefined without one. */
async function likeThose(
  scope: Scope,
  { similar, like, tenant }: ToolCallQuery,
): Promise<string[] | undefined> {
  if (similar === undefined && like === undefined) return undefined;
  const asked: Sought[] = [
    ...(similar === undefined ? [] : [{ call: similar }]),
    ...(like === undefined ? [] : [{ text: like }]),
  ];
  const [first = [], ...others] = await Promise.all(
    asked.map(async (sought) => (await findSimilar(scope, sought, tenant)).ways.map(({ id }) => id)),
  );
  return first.filter((id) => others.every((ids) => ids.includes(id)));
}

function bothOf(some: readonly string[] | undefined, others: readonly string[]): string[] {
  return others.filter((id) => some === undefined || some.includes(id));
}

function filterOf(query: ToolCallQuery): CallFilter {
  const { session_id: sessionId, approval_id: approvalId, since, until, ...rest } = query;
  const { limit: _limit, cursor: _cursor, format: _format, intent: _intent, ...others } = rest;
  const { similar: _similar, like: _like, ...same } = others;
  return { ...same, sessionId, approvalId, ...periodOf({ since, until }) };
}

export const audit = resource("/api/v1/audit", { POST: record, GET: list });
