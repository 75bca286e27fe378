import * as z from "zod";
import { cancelApproval, decideApproval, extendApproval, revokeApproval } from "@/lib/approvals/commands";
import { reportExecution } from "@/lib/approvals/execution/commands";
import { executionReportSchema, REPORT_RAW } from "@/lib/approvals/execution/schema";
import { createApproval } from "@/lib/approvals/gate/commands";
import { getWholeApproval, listApprovals, waitBodyOf, wireApproval } from "@/lib/approvals/queries";
import {
  approveSchema,
  cancelSchema,
  createApprovalSchema,
  extendSchema,
  listApprovalsQuery,
  rejectSchema,
  requestChangesSchema,
  revokeSchema,
} from "@/lib/approvals/schema";
import type { WholeApproval } from "@/lib/approvals/types";
import { APPROVE_RAW, HELD_RAW, RETRY_MAY_DIFFER, WAIT_SECONDS_MAX } from "@/lib/approvals/types";
import { resolveTenant } from "@/lib/auth/credentials/bearer";
import type { GatewayScope, UserScope } from "@/lib/core/scope";
import { waitForChange } from "@/lib/live/wait";
import { etagOf, isKnown } from "../etag";
import { type Answer, apiRoute, ok, type RouteHandler, requestKeyOf } from "../route";
import { graceHeaders } from "./authorize";

const waitQuery = z.strictObject({ wait: z.coerce.number().int().min(0).max(WAIT_SECONDS_MAX).default(0) });

/** POST /api/v1/approvals: always a pending approval. */
export const postApproval = apiRoute(
  "gateway",
  { body: createApprovalSchema, raw: HELD_RAW },
  async (context) => {
    const { scope, input, request, body } = context;
    const made = await createApproval(scope, input, {
      tenantId: await resolveTenant(scope, input.tenant),
      key: requestKeyOf(request, input.id),
      bodySha256: body.fingerprint(RETRY_MAY_DIFFER),
    });
    const approval = await getWholeApproval(scope, made.approvalId);
    const warnings = made.warning ? [made.warning] : undefined;
    return {
      status: made.replayed ? 200 : 201,
      headers: {
        ...graceHeaders(made),
        location: `/api/v1/approvals/${approval.id}`,
        "retry-after": "2",
        ...(made.replayed ? { "idempotent-replayed": "true" } : {}),
      },
      body: { ...waitBodyOf(approval, made.now), approval: await wireApproval(scope, approval), warnings },
    };
  },
);

/** GET /api/v1/approvals */
export const getApprovals = apiRoute("any", { query: listApprovalsQuery }, async ({ scope, query }) =>
  ok(await listApprovals(scope, query)),
);

/** GET /api/v1/approvals/{id}?wait= */
export const getApproval = apiRoute(
  "any",
  { query: waitQuery },
  async ({ scope, params, query, request }) => {
    const id = params.id ?? "";
    const known = request.headers.get("if-none-match");
    const first = await answerOf(scope, await getWholeApproval(scope, id));
    const last =
      query.wait > 0 && shouldHold(first, known)
        ? await changed(scope, id, first, query.wait, request.signal)
        : first;
    const headers = { etag: last.etag };
    return isKnown(known, last.etag) ? { status: 304, headers } : ok(last.body, headers);
  },
);

type Read = { approval: WholeApproval; body: Record<string, unknown>; etag: string };

async function answerOf(scope: GatewayScope | UserScope, approval: WholeApproval): Promise<Read> {
  const body = await wireApproval(scope, approval);
  return { approval, body, etag: etagOf(body) };
}

// A caller without an entity tag may have missed a decision between two of its calls; so long it is told at once.
const FRESH_MS = 5_000;

/** With an entity tag we know what the caller has seen. Without one, what is still open is worth holding for. */
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
  const { decision, execution } = first.approval;
  const after = await waitForChange({
    topic: "approval",
    id,
    seconds,
    read: () => getWholeApproval(scope, id),
    done: (approval) => approval.decision !== decision || approval.execution !== execution,
    signal,
  });
  return answerOf(scope, after);
}

/** POST …/execution */
export const postExecution = apiRoute(
  "gateway",
  { body: executionReportSchema, raw: REPORT_RAW },
  async ({ scope, params, input, request, body }) => {
    const key = requestKeyOf(request, undefined);
    const reportKey = key === null ? null : { key, bodySha256: body.fingerprint([]) };
    const { replayed } = await reportExecution(scope, params.id ?? "", input, reportKey);
    return current(scope, params, replayed ? { "idempotent-replayed": "true" } : {});
  },
);

/** POST …/cancel */
export const postCancel = apiRoute("any", { body: cancelSchema }, async ({ scope, params, input }) => {
  await cancelApproval(scope, params.id ?? "", input.reason ?? null);
  return current(scope, params);
});

type Authenticate = (request: Request) => Promise<GatewayScope | UserScope>;

/** POST …/approve. `authenticate` lets the seed's /admin path accept a browser session too. */
export function postApprove(authenticate?: Authenticate): RouteHandler {
  return apiRoute(
    "person",
    { body: approveSchema, raw: APPROVE_RAW, authenticate },
    async ({ scope, params, input }) => {
      const { revision, argumentsSha256, reason } = input;
      const argumentsText = input.arguments?.text;
      await decideApproval(scope, {
        id: params.id ?? "",
        verdict: "approve",
        revision,
        argumentsSha256,
        reason,
        argumentsText,
      });
      return current(scope, params);
    },
  );
}

/** POST …/reject */
export function postReject(authenticate?: Authenticate): RouteHandler {
  return apiRoute("person", { body: rejectSchema, authenticate }, async ({ scope, params, input }) => {
    await decideApproval(scope, { id: params.id ?? "", verdict: "reject", ...input });
    return current(scope, params);
  });
}

/** POST …/request-changes */
export const postRequestChanges = apiRoute(
  "person",
  { body: requestChangesSchema },
  async ({ scope, params, input }) => {
    await decideApproval(scope, { id: params.id ?? "", verdict: "request_changes", ...input });
    return current(scope, params);
  },
);

/** POST …/revoke */
export const postRevoke = apiRoute("person", { body: revokeSchema }, async ({ scope, params, input }) => {
  await revokeApproval(scope, { id: params.id ?? "", ...input });
  return current(scope, params);
});

/** POST …/extend */
export const postExtend = apiRoute("person", { body: extendSchema }, async ({ scope, params, input }) => {
  await extendApproval(scope, params.id ?? "", input.seconds);
  return current(scope, params);
});

async function current(
  scope: GatewayScope | UserScope,
  params: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { body, etag } = await answerOf(scope, await getWholeApproval(scope, params.id ?? ""));
  return ok(body, { ...headers, etag });
}
