import { randomUUID } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import type { CountersignClient } from "../client/client";
import { reason } from "./log";
import { errorResult, textResult } from "./outcome";
import { invalid, jsonSchema, type OwnTool } from "./own-tool";

const REPLY_CHARS_MAX = 4_000;

const replyInput = z.strictObject({
  approval_id: z.uuid().describe("The approval_id you were given when the call was held."),
  reply: z.string().min(1).max(REPLY_CHARS_MAX).describe("Your reply, in plain text. A person reads it."),
  rationale: z.string().describe("Not needed here, and not kept.").optional(),
});

/** The tool with which agents reply to a person's question about a held call. */
export function replyTool(client: CountersignClient): OwnTool {
  return {
    definition: {
      name: "reply_to_question",
      description:
        "Reply to a person's question about your call that waits for approval. It decides nothing: the call goes on waiting. " +
        "Call it only after you were asked.",
      inputSchema: jsonSchema(replyInput),
      annotations: {
        title: "Reply to a question",
        readOnlyHint: false,
        destructiveHint: false,
        openWorldHint: false,
      },
    },
    handle: (args) => reply(client, args),
  };
}

async function reply(client: CountersignClient, args: unknown): Promise<CallToolResult> {
  const parsed = replyInput.safeParse(args ?? {});
  if (!parsed.success) return invalid("reply_to_question", parsed.error);
  const { approval_id: approvalId, reply: text } = parsed.data;
  try {
    await client.reply(approvalId, { id: randomUUID(), text });
    return textResult("Your reply was passed on. The call goes on waiting for a person to decide.");
  } catch (error) {
    return errorResult(`Your reply was not stored: ${reason(error)} Nothing about the call has changed.`);
  }
}
