import { expect, test } from "vitest";
import { GET } from "@/app/api/v1/approvals/[id]/route";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { aCall, aGateway, aPerson, aTenant, aTool, LOOKED } from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { createApproval } from "../gate/testing/held";
import { getWholeApproval } from "../queries";
import { approvalOnRecordWire } from "./wire";

const system = systemScope("tests");

async function aWorld() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant], "approver", "Ines");
  const { token } = await createOwnToken(person);
  const { key } = await createKey(system, gateway.id, [tenant.key]);
  const ask = async (over: Parameters<typeof aCall>[1] = {}) => {
    const call = aCall(tenant, { sessionId: "ses_1", ...over });
    const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
    return (await createApproval(gateway.scope, call, request)).approvalId;
  };
  const decide = async (id: string, verdict: "approve" | "request_changes") => {
    const { revision, argumentsSha256 } = await getWholeApproval(person, id);
    const seen = { id, revision, argumentsSha256 };
    if (verdict === "approve") return decideApproval(person, { ...seen, verdict, seen: LOOKED });
    return decideApproval(person, { ...seen, verdict, reason: "Only to testers." });
  };
  const get = async (id: string, credential: string, headers = {}) => {
    const request = new Request(`http://localhost/api/v1/approvals/${id}`, {
      headers: { authorization: `Bearer ${credential}`, ...headers },
    });
    return GET(request, { params: Promise.resolve({ id }) });
  };
  return { gateway, token, key, ask, decide, get };
}

test("a personal token reads what the record says and the attempts around a call, and a gateway's key does not", async () => {
  const { gateway, token, key, ask, decide, get } = await aWorld();
  await aTool(gateway, { name: "write_file", risk: "high", annotations: '{"readOnlyHint":true}' });
  const facts = { to_whom: "All", how_many: 2 };
  const approved = await ask({ facts, argumentsText: '{"n":9007199254740992}' });
  await decide(approved, "approve");
  const first = await ask({ facts, argumentsText: '{"n":1}' });
  await decide(first, "request_changes");
  const argumentsText = '{"n":9007199254740993,"users":["a","b","c"]}';
  const second = await ask({
    ...{ facts, risk: "low", summary: "Add 2 users", precondition: "etag:1", argumentsText },
  });
  const later = await ask({ facts, precondition: "etag:2", argumentsText: '{"later":1}' });
  const answer = await get(second, token);
  const text = await answer.text();
  // Numbers keep the digits that were sent.
  expect(text).toContain('{"path":"/n","before":9007199254740992,"now":9007199254740993}');
  const told = JSON.parse(text);
  expect(told.precedent).toMatchObject({
    ...{ tool: { approved: 1, turned_down: 1 }, agent: { approved: 1, turned_down: 1 } },
    ...{ target: { approved: 1, turned_down: 1 }, how_many: { of: 1, median: 2, highest: 2 } },
    last_approved: { id: approved, decided_by: "Ines", same_agent: true },
    notices: [
      { kind: "disagreement", by: "summary", claimed: 2, held: 3, name: "users" },
      { kind: "precondition", ours: "etag:1", theirs: "etag:2", approval_id: later },
      { kind: "server_says", claim: "says_read_only", ours: "high" },
      { kind: "claimed_risk", claimed: "low", ours: "high" },
    ],
  });
  expect(told.attempts).toMatchObject({
    ...{ number: 2, next: null },
    earlier: { id: first, decision: "changes_requested", decided_by: "Ines", reason: "Only to testers." },
  });
  expect(Object.keys(approvalOnRecordWire.shape)).toEqual(expect.arrayContaining(["precedent", "attempts"]));
  const before = JSON.parse(await (await get(first, token)).text());
  expect(before).toMatchObject({
    precedent: null,
    attempts: { number: 1, next: { id: second, status: "pending" } },
  });
  const own = JSON.parse(await (await get(second, key)).text());
  expect(own).not.toHaveProperty("precedent");
  expect(own).not.toHaveProperty("attempts");
});

test("a call whose words claim more than any number can count is read all the same", async () => {
  const { token, ask, get } = await aWorld();
  const users = '{"users":[{"n":1},{"n":2}]}';
  const inWords = await ask({ summary: "Add 1,000,000,000,000,000,000,000 users", argumentsText: users });
  const facts = { how_many: "9,000,000,000,000,000,000,000" };
  const asFact = await ask({ facts, argumentsText: users.replace("1", "3") });
  for (const id of [inWords, asFact]) expect((await get(id, token)).status).toBe(200);
});

test("the entity tag changes with the record", async () => {
  const { token, ask, decide, get } = await aWorld();
  const other = await ask({ argumentsText: '{"n":1}', sessionId: "other" });
  const id = await ask({ argumentsText: '{"n":2}' });
  const etag = (await get(id, token)).headers.get("etag") ?? "";
  expect((await get(id, token, { "if-none-match": etag })).status).toBe(304);
  await decide(other, "approve");
  expect((await get(id, token, { "if-none-match": etag })).status).toBe(200);
});
