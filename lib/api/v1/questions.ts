import { askAgent, replyTo } from "@/lib/approvals/notes/commands";
import { askSchema, replySchema } from "@/lib/approvals/notes/schema";
import { replyWire } from "@/lib/approvals/notes/wire";
import type { ErrorCode } from "@/lib/core/errors";
import { stored } from "../answers";
import { resource } from "../resource";
import { apiRoute, requestKeyOf } from "../route";
import { CURRENT, current } from "./approvals";

const OVER: readonly ErrorCode[] = ["NOT_FOUND", "CONFLICT", "ALREADY_DECIDED", "EXPIRED"];

const reply = apiRoute(
  "gateway",
  {
    summary: "Pass on the agent's reply to a question. The call goes on waiting.",
    body: replySchema,
    idempotent: true,
    answers: {
      201: { says: "The reply. The person who asked is notified.", body: replyWire },
      200: {
        says: "The reply of an earlier, equal request.",
        body: replyWire,
        headers: ["Idempotent-Replayed"],
      },
    },
    refuses: OVER,
  },
  async ({ scope, params, input, request, body }) => {
    const key = requestKeyOf(request, input.id);
    const retry = key === null ? null : { key, bodySha256: body.fingerprint([]) };
    const done = await replyTo(scope, params.id ?? "", input, retry);
    const { id, text, at } = done;
    return stored(done.replayed, {
      id,
      approval_id: done.approvalId,
      question_id: done.questionId,
      text,
      at,
    });
  },
);

export const replies = resource("/api/v1/approvals/{id}/replies", { POST: reply });

const ask = apiRoute(
  "person",
  {
    summary: "Ask the agent about a waiting call, without deciding it.",
    body: askSchema,
    answers: CURRENT,
    refuses: ["FORBIDDEN", ...OVER],
  },
  async ({ scope, params, input }) => {
    await askAgent(scope, { approvalId: params.id ?? "", text: input.text });
    return current(scope, params);
  },
);

export const questions = resource("/api/v1/approvals/{id}/questions", { POST: ask });
