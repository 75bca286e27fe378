import { afterAll, beforeAll, expect, test } from "vitest";
import { createApproval } from "@/lib/approvals/gate/testing/held";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { closeDatabase, ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { notifications } from "./notifications";

const system = systemScope("tests");
let tenant: TestTenant;
let maya: UserScope;
let admin: UserScope;
let call: string;
let ids: string[];

const FAILURE = "Nothing listens at mail.inside.example:25.";

const sent = (recipientId: string, name: string, over: object = {}) => ({
  ...{ id: newId(), tenantId: tenant.id, kind: "waits", subjectKind: "approval", subjectId: newId() },
  ...{ recipientKind: "user", recipientId, recipientName: name, channel: "email", state: "sent" as const },
  ...{ why: { rule: "decides", groups: [] }, ...over },
});

beforeAll(async () => {
  tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  maya = await aPerson([tenant], "approver", "Maya");
  admin = await aPerson([tenant], "admin", "Ada");
  const about = { tenantId: tenant.id, key: null, bodySha256: newId() };
  ({ approvalId: call } = await createApproval(gateway.scope, aCall(tenant), about));
  const data = [
    sent(maya.actor.id, "Maya", { approvalId: call, sentAt: new Date(), sentVersion: 2 }),
    sent(maya.actor.id, "Maya", {
      kind: "weekly",
      channel: "none",
      state: "not_sent",
      reason: "Not set up.",
    }),
    sent(newId(), "Tom", { state: "failed", failure: FAILURE }),
    sent(maya.actor.id, "Maya", { state: "failed", channel: "slack", failure: FAILURE }),
  ];
  ids = data.map(({ id }) => id);
  await ingest(system, (tx) => tx.notification.createMany({ data }));
});
afterAll(closeDatabase);

type Page = { data: Record<string, unknown>[]; next_cursor: string | null };

async function read(person: UserScope, query: Record<string, string> = {}): Promise<Page> {
  const { token } = await createOwnToken(person);
  const url = `http://localhost/api/v1/notifications?${new URLSearchParams(query)}`;
  const answer = await notifications.GET?.(
    new Request(url, { headers: { authorization: `Bearer ${token}` } }),
  );
  return (await answer?.json()) as Page;
}

const idsOf = ({ data }: Page) => data.map(({ id }) => id);

test("a token reads what is for its person only, and no answer of a provider", async () => {
  const page = await read(maya);
  expect(idsOf(page)).toEqual([ids[3], ids[1], ids[0]]);
  expect(page.data[2]).toMatchObject({
    ...{ kind: "waits", channel: "email", state: "sent", reason: null, held_until: null },
    ...{ recipient: "Maya", yours: true, tenant: tenant.key, updated: true, sent_at: expect.any(String) },
    approval: { id: call, risk: "high" },
    url: expect.stringMatching(new RegExp(`/notifications/${ids[0]}$`)),
  });
  expect(page.data[1]).toMatchObject({ channel: null, state: "not_sent", approval: null });
  expect(JSON.stringify(page)).not.toContain("inside.example");
});

test("an administrator reads everyone's in their tenants, with the errors", async () => {
  const page = await read(admin, { view: "all" });
  expect(idsOf(page)).toEqual(ids.toReversed());
  expect(page.data[1]).toMatchObject({ recipient: "Tom", yours: false, reason: FAILURE });
  expect(await read(admin)).toMatchObject({ data: [] });
  const stranger = await aPerson([await aTenant()], "admin");
  expect(await read(stranger, { view: "all" })).toMatchObject({ data: [], next_cursor: null });
  expect(await read(maya, { view: "all" })).toMatchObject({ code: "FORBIDDEN" });
});

test.each([
  [{ approval: "" }, [0]],
  [{ state: "failed" }, [3, 2]],
  [{ channel: "slack" }, [3]],
  [{ kind: "weekly" }, [1]],
  [{ kind: "weekly", state: "failed" }, []],
])("filtered by %j", async (filter, at) => {
  const query = "approval" in filter ? { approval: call } : filter;
  expect(idsOf(await read(admin, { view: "all", ...query }))).toEqual(at.map((one) => ids[one]));
});

test("pages follow each other by their cursor, also after newer ones came", async () => {
  const first = await read(maya, { limit: "2" });
  expect(idsOf(first)).toEqual([ids[3], ids[1]]);
  await ingest(system, (tx) => tx.notification.create({ data: sent(maya.actor.id, "Maya") }));
  const last = await read(maya, { limit: "2", cursor: first.next_cursor ?? "" });
  expect([idsOf(last), last.next_cursor]).toEqual([[ids[0]], null]);
  expect(await read(maya, { cursor: "zzz" })).toMatchObject({ code: "VALIDATION_ERROR" });
});
