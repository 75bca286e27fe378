import * as z from "zod";
import { ask } from "@/lib/approvals/gate/ask";
import type { GateResult } from "@/lib/approvals/gate/types";
import { allowBody, allowWire, denyBody, denyWire, waitWire } from "@/lib/approvals/gate/wire";
import { waitBodyOf } from "@/lib/approvals/queries";
import { authorizeSchema } from "@/lib/approvals/schema";
import { HELD_RAW, RETRY_MAY_DIFFER } from "@/lib/approvals/types";
import { RawJson } from "@/lib/core/json/raw";
import { traceParentOf } from "@/lib/core/traces";
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

const judge = apiRoute(
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
    const leaving = input.waitSeconds ? leavingOf(request) : undefined;
    return toAnswer(await ask(scope, call, asked, { leaving }));
  },
);

export const authorize = resource("/api/v1/authorize", { POST: judge });

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
      const body = { ...waitBodyOf(answer.approval, result.now), warnings };
      const location = `/api/v1/approvals/${answer.approval.id}`;
      return { status: replayed ? 200 : 202, headers: { ...headers, location, "retry-after": "2" }, body };
    }
  }
}
