import { cancelApproval, decideApproval, extendApproval, revokeApproval } from "@/lib/approvals/commands";
import { reportExecution } from "@/lib/approvals/execution/commands";
import { recordOutcome } from "@/lib/approvals/execution/known-outcome";
import { executionReportSchema, REPORT_RAW } from "@/lib/approvals/execution/schema";
import { undoApproval } from "@/lib/approvals/release";
import {
  approveSchema,
  cancelSchema,
  extendSchema,
  recordOutcomeSchema,
  refuseSchema,
  undoSchema,
} from "@/lib/approvals/schema";
import { APPROVE_RAW } from "@/lib/approvals/types";
import { revokedWire } from "@/lib/approvals/wire";
import type { ErrorCode } from "@/lib/core/errors";
import { replayedHeader } from "../answers";
import { resource } from "../resource";
import { apiRoute, requestKeyOf } from "../route";
import { CURRENT, current } from "./approvals";

const CLOSED: readonly ErrorCode[] = ["NOT_FOUND", "ALREADY_DECIDED", "EXPIRED"];
const UNDECIDABLE: readonly ErrorCode[] = [...CLOSED, "STALE_VIEW", "CONFLICT"];

const report = apiRoute(
  "gateway",
  {
    summary: "Report on the execution: take the lease, then the outcome.",
    body: executionReportSchema,
    raw: REPORT_RAW,
    idempotent: true,
    answers: CURRENT,
    refuses: ["NOT_FOUND", "CONFLICT"],
  },
  async ({ scope, params, input, request, body }) => {
    const key = requestKeyOf(request, undefined);
    const reportKey = key === null ? null : { key, bodySha256: body.fingerprint([]) };
    const { replayed } = await reportExecution(scope, params.id ?? "", input, reportKey);
    return current(scope, params, replayedHeader(replayed));
  },
);

export const execution = resource("/api/v1/approvals/{id}/execution", { POST: report });

const takeBack = apiRoute(
  "any",
  {
    summary: "Cancel a request before anybody decides.",
    body: cancelSchema,
    answers: CURRENT,
    refuses: ["FORBIDDEN", ...CLOSED],
  },
  async ({ scope, params, input }) => {
    await cancelApproval(scope, params.id ?? "", input.reason ?? null);
    return current(scope, params);
  },
);

export const cancel = resource("/api/v1/approvals/{id}/cancel", { POST: takeBack });

/** The older paths also accept a browser session. */
const sayYes = (session: boolean) =>
  apiRoute(
    "person",
    {
      summary: "Approve what you were looking at, or approve it edited.",
      body: approveSchema,
      mayBeEmpty: true,
      raw: APPROVE_RAW,
      session,
      answers: CURRENT,
      refuses: UNDECIDABLE,
    },
    async ({ scope, params, input }) => {
      const { revision, argumentsSha256, reason, seen, remember } = input;
      const argumentsText = input.arguments?.text;
      const id = params.id ?? "";
      await decideApproval(scope, {
        id,
        verdict: "approve",
        revision,
        argumentsSha256,
        reason,
        argumentsText,
        seen,
        remember,
      });
      return current(scope, params);
    },
  );

export const approve = resource("/api/v1/approvals/{id}/approve", { POST: sayYes(false) });
export const adminApprove = resource("/admin/approvals/{id}/approve", { POST: sayYes(true) });

const sayNo = (session: boolean) =>
  apiRoute(
    "person",
    {
      summary: "Reject, with the reason the agent will read.",
      body: refuseSchema,
      mayBeEmpty: true,
      session,
      answers: CURRENT,
      refuses: UNDECIDABLE,
    },
    async ({ scope, params, input }) => {
      await decideApproval(scope, { id: params.id ?? "", verdict: "reject", ...input });
      return current(scope, params);
    },
  );

export const reject = resource("/api/v1/approvals/{id}/reject", { POST: sayNo(false) });
export const adminReject = resource("/admin/approvals/{id}/reject", { POST: sayNo(true) });

const sendBack = apiRoute(
  "person",
  {
    summary: "Send it back with what should change.",
    body: refuseSchema,
    mayBeEmpty: true,
    answers: CURRENT,
    refuses: UNDECIDABLE,
  },
  async ({ scope, params, input }) => {
    await decideApproval(scope, { id: params.id ?? "", verdict: "request_changes", ...input });
    return current(scope, params);
  },
);

export const requestChanges = resource("/api/v1/approvals/{id}/request-changes", { POST: sendBack });

const revokeOne = apiRoute(
  "person",
  {
    summary: "Revoke an approval while nothing has started.",
    body: refuseSchema,
    mayBeEmpty: true,
    answers: { 200: { ...CURRENT[200], body: revokedWire } },
    refuses: ["NOT_FOUND", "STALE_VIEW", "CONFLICT"],
  },
  async ({ scope, params, input }) => {
    const { note } = await revokeApproval(scope, { id: params.id ?? "", ...input });
    const answer = await current(scope, params);
    const warnings = note === undefined ? undefined : [{ code: "GATEWAY_MAY_RUN" as const, message: note }];
    return { ...answer, body: { ...answer.body, warnings } };
  },
);

export const revoke = resource("/api/v1/approvals/{id}/revoke", { POST: revokeOne });

const undoOne = apiRoute(
  "person",
  {
    summary: "Undo an approval while the call is held before release.",
    body: undoSchema,
    mayBeEmpty: true,
    answers: CURRENT,
    refuses: ["NOT_FOUND", "ALREADY_DECIDED", "STALE_VIEW", "CONFLICT"],
  },
  async ({ scope, params, input }) => {
    await undoApproval(scope, { id: params.id ?? "", ...input });
    return current(scope, params);
  },
);

export const undo = resource("/api/v1/approvals/{id}/undo", { POST: undoOne });

const giveTime = apiRoute(
  "person",
  {
    summary: "Give people more time.",
    body: extendSchema,
    mayBeEmpty: true,
    answers: CURRENT,
    refuses: CLOSED,
  },
  async ({ scope, params, input }) => {
    await extendApproval(scope, params.id ?? "", input.seconds);
    return current(scope, params);
  },
);

export const extend = resource("/api/v1/approvals/{id}/extend", { POST: giveTime });

const recordOne = apiRoute(
  "person",
  {
    summary: "Record what really happened to a call whose outcome its gateway does not know.",
    body: recordOutcomeSchema,
    answers: CURRENT,
    refuses: ["NOT_FOUND", "CONFLICT"],
  },
  async ({ scope, params, input }) => {
    const replaces = input.replaces === null ? null : new Date(input.replaces);
    await recordOutcome(scope, { id: params.id ?? "", ...input, replaces });
    return current(scope, params);
  },
);

export const outcome = resource("/api/v1/approvals/{id}/outcome", { POST: recordOne });
