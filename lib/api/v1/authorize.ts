import * as z from "zod";
import { authorize as judge, redeemAfterWait } from "@/lib/approvals/gate/commands";
import type { GateAnswer, GateResult } from "@/lib/approvals/gate/types";
import { allowBody, allowWire, denyBody, denyWire, waitBody, waitWire } from "@/lib/approvals/gate/wire";
import { approvalUrl, getWholeApproval } from "@/lib/approvals/queries";
import { type Authorize, authorizeSchema } from "@/lib/approvals/schema";
import { noteAsked } from "@/lib/approvals/sightings";
import { STANDINGS } from "@/lib/approvals/standing";
import { HELD_RAW, RETRY_MAY_DIFFER } from "@/lib/approvals/types";
import { RawJson } from "@/lib/core/json/raw";
import { metrics } from "@/lib/core/metrics";
import type { GatewayScope } from "@/lib/core/scope";
import { inSpan, traceParentOf } from "@/lib/core/traces";
import { waitForChange } from "@/lib/live/wait";
import { replayedHeader } from "../answers";
import type { AnswerOf, AnswerShapes } from "../definition";
import { leavingOf } from "../disconnect";
import { GRACE_HEADERS } from "../headers";
import { graceHeaders, identified, warningsOf } from "../intake";
import { resource } from "../resource";
import { apiRoute } from "../route";

const answers = {
  200: {
    says: "Allow or deny, or the present answer of an equal request.",
    body: z.discriminatedUnion("decision", [allowWire, denyWire, waitWire]),
    headers: ["Idempotent-Replayed", "Location", "Retry-After", ...GRACE_HEADERS],
  },
  202: {
    says: "A person must decide.",
    body: waitWire,
    headers: ["Location", "Retry-After", ...GRACE_HEADERS],
  },
} satisfies AnswerShapes;

const ask = apiRoute(
  "gateway",
  {
    summary: "Ask before running a tool: allow, wait or deny.",
    body: authorizeSchema,
    raw: HELD_RAW,
    idempotent: true,
    needsRationale: true,
    asksForCall: true,
    answers,
  },
  async (context) => {
    const { scope, input, request } = context;
    const asked = await identified(context, RETRY_MAY_DIFFER);
    const call = { ...input, traceParent: traceParentOf(request) };
    const result = await inSpan(
      "judge call",
      () => judge(scope, call, asked),
      ({ answer }) => ({ "countersign.answer": answer.kind }),
    );
    if (!result.replayed) metrics.judged.inc({ answer: result.answer.kind });
    if (result.answer.kind === "wait") noteAsked(scope.actor, result.answer.approval);
    const answer = await held(scope, result.answer, { input, request });
    return toAnswer({ ...result, answer });
  },
);

/** The one call a gateway needs before it runs a tool. */
export const authorize = resource("/api/v1/authorize", { POST: ask });

type Hold = { input: Authorize; request: Request };

/** Keeps a waiting caller until somebody decided, then judges again: a grant is redeemed by the very call that waited for it. */
async function held(scope: GatewayScope, answer: GateAnswer, hold: Hold): Promise<GateAnswer> {
  const { input, request } = hold;
  const seconds = input.waitSeconds ?? 0;
  if (seconds === 0 || answer.kind !== "wait" || answer.approval.decision !== "pending") return answer;
  const { id, decision, execution } = answer.approval;
  const leaving = leavingOf(request);
  const after = await waitForChange({
    subject: { topic: "approval", id },
    watch: STANDINGS,
    seen: { id, decision, execution },
    seconds,
    read: () => getWholeApproval(scope, id),
    done: (approval) => approval.decision !== "pending",
    signal: leaving,
  });
  if (after.decision === "pending" || leaving.aborted) return answer;
  return redeemAfterWait(scope, id, input);
}

function toAnswer(result: GateResult): AnswerOf<typeof answers> {
  const { answer, replayed } = result;
  const headers = { ...graceHeaders(result), ...replayedHeader(replayed) };
  const warnings = warningsOf(result);
  switch (answer.kind) {
    case "allow":
      return { status: 200, headers, body: { ...allowBody(answer), warnings } };
    case "stored":
      return { status: 200, headers, body: RawJson.parse(answer.body) };
    case "deny":
      return {
        status: 200,
        headers,
        body: { ...denyBody(answer.code, answer.approval, answer.received), warnings },
      };
    case "wait": {
      const url = approvalUrl(answer.approval.id);
      const body = { ...waitBody(answer.approval, url, result.now), warnings };
      const location = `/api/v1/approvals/${answer.approval.id}`;
      return { status: replayed ? 200 : 202, headers: { ...headers, location, "retry-after": "2" }, body };
    }
  }
}
