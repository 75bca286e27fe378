import * as z from "zod";
import { getApprovalView } from "@/lib/approvals/detail/queries";
import { approvalOnRecordWire, onRecord } from "@/lib/approvals/detail/wire";
import { ask } from "@/lib/approvals/gate/ask";
import { createdApprovalWire, denyBody, endedApprovalWire } from "@/lib/approvals/gate/wire";
import { getWholeApproval, listApprovals, waitBodyOf, wireApproval } from "@/lib/approvals/queries";
import { createApprovalSchema, listApprovalsQuery } from "@/lib/approvals/schema";
import { noteAsked } from "@/lib/approvals/sightings";
import { STANDINGS } from "@/lib/approvals/standing";
import { HELD_RAW, RETRY_MAY_DIFFER, WAIT_SECONDS_MAX, type WholeApproval } from "@/lib/approvals/types";
import { approvalPageWire, approvalWire, type WireApproval } from "@/lib/approvals/wire";
import type { GatewayScope, UserScope } from "@/lib/core/scope";
import { traceParentOf } from "@/lib/core/traces";
import { notePolled } from "@/lib/gateways/polling";
import { waitForChange } from "@/lib/live/wait";
import { created, ok, replayedHeader, unchanged } from "../answers";
import type { AnswerShapes } from "../definition";
import { leavingOf } from "../disconnect";
import { etagOf, isKnown } from "../etag";
import { GRACE_HEADERS } from "../headers";
import { graceHeaders, identified, warningsOf } from "../intake";
import { resource } from "../resource";
import { apiRoute } from "../route";

const create = apiRoute(
  "gateway",
  {
    summary: "Hold a call for a person's decision, at any risk.",
    body: createApprovalSchema,
    raw: HELD_RAW,
    idempotent: true,
    needsRationale: true,
    asksForCall: true,
    answers: {
      201: {
        says: "The pending approval.",
        body: createdApprovalWire,
        headers: ["Location", "Retry-After", ...GRACE_HEADERS],
      },
      200: {
        says: "The approval of an earlier, equal request: to wait for, or how the call ended.",
        body: z.discriminatedUnion("decision", [createdApprovalWire, endedApprovalWire]),
        headers: ["Location", "Retry-After", "Idempotent-Replayed"],
      },
    },
  },
  async (context) => {
    const { scope, input, request } = context;
    const call = { ...input, traceParent: traceParentOf(request) };
    const asked = await identified(context, RETRY_MAY_DIFFER);
    const made = await ask(scope, call, asked, { wants: "person" });
    const { answer, replayed, now } = made;
    const { votes = [], executions = [], ...row } = answer.approval;
    const approval = { ...row, votes, executions };
    const whole = { approval: await wireApproval(scope, approval), warnings: warningsOf(made) };
    const headers = { ...graceHeaders(made), location: `/api/v1/approvals/${approval.id}` };
    const again = replayedHeader(replayed);
    if (answer.kind === "deny")
      return ok({ ...denyBody(answer.code, approval), ...whole }, { ...headers, ...again });
    const wait = { ...waitBodyOf(approval, now), ...whole };
    const later = { ...headers, "retry-after": "2" };
    return replayed ? ok(wait, { ...later, ...again }) : created(wait, later);
  },
);

const list = apiRoute(
  "any",
  {
    summary: "List approvals, newest first.",
    query: listApprovalsQuery,
    answers: { 200: { says: "A page.", body: approvalPageWire } },
  },
  async ({ scope, query }) => {
    notePolled(scope.actor);
    return ok(await listApprovals(scope, query));
  },
);

export const approvals = resource("/api/v1/approvals", { POST: create, GET: list });

const getOne = apiRoute(
  "any",
  {
    summary: "One approval. With wait, the answer comes when it changes or after that many seconds.",
    query: z.strictObject({ wait: z.coerce.number().int().min(0).max(WAIT_SECONDS_MAX).default(0) }),
    answers: {
      200: { says: "The approval.", body: approvalOnRecordWire, headers: ["ETag"] },
      304: { says: "Unchanged since your ETag.", headers: ["ETag"] },
    },
    refuses: ["NOT_FOUND"],
  },
  async ({ scope, params, query, request }) => {
    const id = params.id ?? "";
    const known = request.headers.get("if-none-match");
    const first = await recordOf(scope, await getWholeApproval(scope, id));
    noteAsked(scope.actor, first.approval);
    const last =
      query.wait > 0 && shouldHold(first, known)
        ? await changed(scope, id, first, query.wait, leavingOf(request))
        : first;
    const headers = { etag: last.etag };
    return isKnown(known, last.etag) ? unchanged(headers) : ok(last.body, headers);
  },
);

export const approval = resource("/api/v1/approvals/{id}", { GET: getOne });

type Read = { approval: WholeApproval; body: WireApproval; etag: string };

async function answerOf(scope: GatewayScope | UserScope, approval: WholeApproval): Promise<Read> {
  const body = await wireApproval(scope, approval);
  return { approval, body, etag: etagOf(body) };
}

/** Adds the track record for people; gateways do not need it. */
async function recordOf(scope: GatewayScope | UserScope, approval: WholeApproval): Promise<Read> {
  const plain = await answerOf(scope, approval);
  if (!isOfUser(scope)) return plain;
  const body = { ...plain.body, ...onRecord(await getApprovalView(scope, approval.id)) };
  return { approval, body, etag: etagOf(body) };
}

function isOfUser(scope: GatewayScope | UserScope): scope is UserScope {
  return scope.actor.kind === "user";
}

// A caller without an entity tag may have missed a decision between two requests, so recent ones
// return at once.
const FRESH_MS = 5_000;

/**
 * With an entity tag, holds while the caller's version is current; without one, while the approval
 * is open.
 */
function shouldHold({ approval, etag }: Read, known: string | null): boolean {
  if (known !== null) return isKnown(known, etag);
  if (approval.decision === "pending" || approval.execution === "executing") return true;
  const decidedMsAgo = Date.now() - (approval.decidedAt?.getTime() ?? 0);
  return approval.mode === "callback" && approval.execution === "awaiting" && decidedMsAgo > FRESH_MS;
}

async function changed(
  scope: GatewayScope | UserScope,
  id: string,
  first: Read,
  seconds: number,
  signal: AbortSignal,
): Promise<Read> {
  const { decision, execution, questions } = first.approval;
  const after = await waitForChange({
    subject: { topic: "approval", id },
    watch: STANDINGS,
    seen: { id, decision, execution, questions },
    seconds,
    read: () => getWholeApproval(scope, id),
    done: (now) => now.decision !== decision || now.execution !== execution || now.questions !== questions,
    signal,
  });
  return recordOf(scope, after);
}

export const CURRENT = {
  200: { says: "The approval.", body: approvalWire, headers: ["ETag", "Idempotent-Replayed"] },
} satisfies AnswerShapes;

export async function current(
  scope: GatewayScope | UserScope,
  params: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const { body, etag } = await answerOf(scope, await getWholeApproval(scope, params.id ?? ""));
  return ok(body, { ...headers, etag });
}
