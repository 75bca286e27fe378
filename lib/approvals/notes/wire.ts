import * as z from "zod";
import { wireTime } from "@/lib/core/wire";

const replyPart = {
  text: z.string().describe("The agent's own words. No one has verified them."),
  at: wireTime,
};

export const questionWire = z.strictObject({
  id: z.uuid(),
  text: z.string(),
  by: z.string().nullable().describe("The person who asked; null once their account is gone."),
  at: wireTime,
  reply: z.strictObject(replyPart).nullable().describe("Null until the agent replies."),
});

export const replyWire = z
  .strictObject({ id: z.uuid(), approval_id: z.uuid(), question_id: z.uuid(), ...replyPart })
  .meta({ id: "Reply" });

/** A question as one JSON value of the database: times are text. */
export type StoredQuestion = {
  id: string;
  text: string;
  by: string | null;
  at: string;
  reply: { text: string; at: string } | null;
};

export function toQuestion({ reply, at, ...question }: StoredQuestion): z.output<typeof questionWire> {
  return { ...question, at: new Date(at), reply: reply && { ...reply, at: new Date(reply.at) } };
}
