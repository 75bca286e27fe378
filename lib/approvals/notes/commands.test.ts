import { beforeEach, describe, expect, test } from "vitest";
import { ask as authorize } from "@/lib/approvals/gate/ask";
import { read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { readFrame } from "@/lib/insights/frame";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { cancelApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { getWholeApproval, wireApproval } from "../queries";
import { STANDINGS } from "../standing";
import { addNote, askAgent, deleteNote, replyTo, seeNotes } from "./commands";
import { addNoteInput, replySchema } from "./schema";
import { NOTES_MAX, QUESTIONS_MAX } from "./types";

const system = systemScope("tests");

let tenant: TestTenant;
let gateway: TestGateway;
let ana: UserScope;
let bo: UserScope;
let approvalId: string;

const held = async (n: number): Promise<string> => {
  const request = { tenantId: tenant.id, key: null, bodySha256: "" };
  const call = aCall(tenant, { risk: "high", argumentsText: JSON.stringify({ n }) });
  const { answer } = await authorize(gateway.scope, call, request);
  if (answer.kind !== "wait") throw new Error(`expected wait, got ${answer.kind}`);
  return answer.approval.id;
};

beforeEach(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  [ana, bo] = [await aPerson([tenant], "approver"), await aPerson([tenant], "approver")];
  approvalId = await held(1);
});

const view = (scope = ana) => getApprovalView(scope, approvalId);
const wire = async () => wireApproval(gateway.scope, await getWholeApproval(gateway.scope, approvalId));
const question = (text: string) => askAgent(ana, { approvalId, text });
const reply = (text: string, more: object = {}, key: string | null = null) =>
  replyTo(
    gateway.scope,
    approvalId,
    replySchema.parse({ text, ...more }),
    key === null ? null : { key, bodySha256: text },
  );

describe("comments on a call", () => {
  test("show in its timeline, mention people, and are not for the agent", async () => {
    await addNote(ana, { approvalId, text: `Is this right, @${bo.actor.name}?` });
    const seen = await view(bo);
    expect(seen.notes).toMatchObject([{ kind: "comment", author: { id: ana.actor.id }, isNew: true }]);
    expect(seen.timeline.filter(({ note }) => note !== null)).toMatchObject([
      { title: "Commented", by: ana.actor.name, note: seen.notes[0]?.id, detail: null },
    ]);
    expect((await readFrame(bo)).notes).toMatchObject({
      count: 1,
      newest: [{ approvalId, by: ana.actor.name }],
    });
    expect((await readFrame(ana)).notes.count).toBe(0);
    expect(JSON.stringify(await wire())).not.toContain("Is this right");
    expect(await seeNotes(bo, { approvalId })).toEqual({ seen: 1 });
    expect((await readFrame(bo)).notes.count).toBe(0);
  });

  test("the same text within a minute is the same comment; a deleted one keeps its place only", async () => {
    const { id } = await addNote(ana, { approvalId, text: `Mind the segment @${bo.actor.name}` });
    expect(await addNote(ana, { approvalId, text: `Mind the segment @${bo.actor.name}` })).toEqual({ id });
    await expect(deleteNote(bo, { id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await deleteNote(ana, { id });
    expect((await view()).notes).toMatchObject([{ id, text: null }]);
    expect((await readFrame(bo)).notes.count).toBe(0);
    const trail = await read(system, (tx) => tx.activity.findMany({ where: { tenantId: tenant.id } }));
    expect(trail.map(({ action }) => action)).toContain("approval.comment_deleted");
    expect(JSON.stringify(trail.map(({ details }) => details))).not.toContain("Mind the segment");
  });

  test("are limited, and refuse texts that show nothing", async () => {
    expect(addNoteInput.safeParse({ approvalId, text: " \u200b " }).success).toBe(false);
    for (let n = 0; n < NOTES_MAX; n += 1) await addNote(ana, { approvalId, text: `Note ${n}` });
    await expect(addNote(ana, { approvalId, text: "One more" })).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("a question to the agent", () => {
  test("reaches the gateway, wakes those who wait, and leaves the call as it is", async () => {
    const before = await wire();
    const seen = [{ id: approvalId, decision: "pending", execution: "none", questions: 0 } as const];
    expect(await STANDINGS.moved(seen)).toEqual([]);
    await question("Which segment?");
    expect(await STANDINGS.moved(seen)).toEqual([0]);
    const after = await wire();
    expect(after.questions).toMatchObject([{ text: "Which segment?", by: ana.actor.name, reply: null }]);
    expect(after.agent_message).toBe(
      `${before.agent_message} A person asks you about it: “Which segment?” Reply if you can; the call goes on waiting.`,
    );
    expect({ ...after, questions: [], agent_message: "" }).toEqual({
      ...before,
      questions: [],
      agent_message: "",
    });
    // The agent that makes the same call again reads it too.
    const again = await authorize(
      gateway.scope,
      aCall(tenant, { risk: "high", argumentsText: JSON.stringify({ n: 1 }) }),
      { tenantId: tenant.id, key: null, bodySha256: "" },
    );
    expect(again.answer).toMatchObject({ kind: "wait", approval: { openQuestion: "Which segment?" } });
  });

  test("its reply is the agent's words, and notifies the person who asked", async () => {
    const { id: questionId } = await question("Which segment?");
    const stored = await reply("All customers.", {}, "id:r1");
    expect(stored).toMatchObject({ questionId, approvalId, replayed: false });
    expect(await reply("All customers.", {}, "id:r1")).toMatchObject({ id: stored.id, replayed: true });
    await expect(reply("Other.", {}, "id:r1")).rejects.toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
    await expect(reply("Again.")).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await wire()).questions).toMatchObject([{ id: questionId, reply: { text: "All customers." } }]);
    expect((await wire()).agent_message).not.toContain("A person asks you");
    expect((await readFrame(ana)).notes).toMatchObject({ count: 1, newest: [{ kind: "reply", by: null }] });
    expect((await readFrame(bo)).notes.count).toBe(0);
    expect((await view()).timeline.at(-1)).toMatchObject({ kind: "reply", by: gateway.scope.actor.name });
  });

  test("without its id a reply answers the newest open one; an older one stays for the agent", async () => {
    const { id: first } = await question("One?");
    const { id: second } = await question("Two?");
    expect((await reply("2.")).questionId).toBe(second);
    expect((await wire()).agent_message).toContain("“One?”");
    await expect(reply("?", { question_id: approvalId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await reply("1.", { question_id: first })).questionId).toBe(first);
  });

  test("is only for calls that wait, and limited", async () => {
    for (let n = 0; n < QUESTIONS_MAX; n += 1) await question(`Question ${n}?`);
    await expect(question("One more?")).rejects.toMatchObject({ code: "CONFLICT" });
    await cancelApproval(gateway.scope, approvalId, null);
    await expect(question("And now?")).rejects.toMatchObject({ code: "ALREADY_DECIDED" });
    await expect(reply("Late.")).rejects.toMatchObject({ code: "ALREADY_DECIDED" });
  });

  test("of another gateway's call takes no reply, and a stranger sees nothing", async () => {
    await question("Which segment?");
    const other = await aGateway([tenant]);
    await expect(
      replyTo(other.scope, approvalId, replySchema.parse({ text: "Mine." }), null),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    const stranger = await aPerson([await aTenant()], "admin");
    await expect(askAgent(stranger, { approvalId, text: "?" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(addNote(stranger, { approvalId, text: "?" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
