import { Lexer, type Token } from "marked";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { comeToAnEnd, out } from "@/lib/approvals/testing/delegations";
import { aCallUnder, approve } from "@/lib/approvals/testing/waiting";
import { createGroup } from "@/lib/auth/groups/commands";
import { setRota } from "@/lib/auth/groups/rota";
import { closeDatabase, ingest } from "@/lib/core/db";
import { DAY_MS, HOUR_MS } from "@/lib/core/durations";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator } from "@/lib/policies/testing/installation";
import type { Requirement } from "@/lib/policies/types";
import {
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";
import { anOldApproval } from "@/lib/testing/old-rows";
import { countStatements } from "@/lib/testing/statements";
import { expiredMarkdown } from "./markdown";
import { getExpired } from "./queries";
import { EXPIRED_LISTED_MAX } from "./types";
import { expiredWire, wireExpired } from "./wire";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;
let ines: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  maya = await aPerson([tenant], "approver", "Maya");
  ines = await aPerson([tenant], "approver", "Ines");
});

const nobody = { roles: [], people: [], groups: [] } as const;

/** It waited for an hour, and expired an hour ago. */
async function expired(demands: Partial<Requirement> = {}, before?: (id: string) => Promise<unknown>) {
  const id = await aCallUnder({ admin, tenant, gateway }, demands, {
    argumentsText: `{"n":"${unique("n")}"}`,
  });
  await before?.(id);
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set decision = 'expired', execution = 'blocked', decided_by = 'expiry', delivery = 'delivered',
             created_at = clock_timestamp() - interval '2 hours', decide_by = clock_timestamp() - interval '1 hour',
             decided_at = clock_timestamp() - interval '1 hour', remind_at = null, escalate_at = null
      where id = ${id}::uuid`,
  );
  return id;
}

type Told = { sentAt?: Date; heldUntil?: Date; kind?: string };

async function notified(id: string, { sentAt, heldUntil, kind = "waits" }: Told): Promise<void> {
  await ingest(system, (tx) =>
    tx.notification.create({
      data: {
        ...{ id: newId(), tenantId: tenant.id, kind, subjectKind: "approval", subjectId: id, approvalId: id },
        ...{ recipientKind: "user", recipientId: newId(), recipientName: "Maya", channel: "push", why: {} },
        ...{ state: sentAt ? "sent" : heldUntil ? "withdrawn" : "not_sent", sentAt, heldUntil },
      },
    }),
  );
}

async function opened(
  id: string,
  person: UserScope,
  at = new Date(Date.now() - 1.5 * HOUR_MS),
): Promise<void> {
  await ingest(system, (tx) =>
    tx.approvalPresence.create({
      data: {
        ...{ approvalId: id, tenantId: tenant.id, userId: person.actor.id, userName: person.actor.name },
        ...{ firstAt: at, until: at },
      },
    }),
  );
}

const now = () => new Date(Date.now() + 1_000);
const report = (scope: UserScope = maya, filter = {}) => getExpired(scope, filter, now());
const onlyCall = async () => (await report()).calls[0];

const soon = () => new Date(Date.now() - 1.9 * HOUR_MS);

test("calls that expired are counted against those that ended, and against the period before", async () => {
  await anOldApproval({ tenant, gateway, days: 1 });
  await anOldApproval({ tenant, gateway, days: 1 }, { decision: "expired" });
  await anOldApproval({ tenant, gateway, days: 8 }, { decision: "expired" });
  await anOldApproval({ tenant, gateway, days: 9 }, { decision: "expired" });
  await anOldApproval({ tenant, gateway, days: 30 }, { decision: "expired" });
  await anOldApproval({ tenant, gateway, days: 1 }, { decision: "cancelled" });
  expect((await report()).counts).toEqual({ expired: 1, before: 2, ended: 2 });
  expect(
    (await report(maya, { since: new Date(Date.now() - 31 * DAY_MS).toISOString() })).counts.expired,
  ).toBe(4);
});

test("without any notification, no one was notified", async () => {
  const id = await expired();
  await notified(id, {});
  await notified(id, { kind: "decided", sentAt: soon() });
  expect(await onlyCall()).toMatchObject({
    id,
    sent: 0,
    reasons: ["not_notified"],
    suggestion: { path: "/settings/notifications" },
  });
});

test("held back until after the deadline is said so; what was held for less was not sent for other reasons", async () => {
  const id = await expired();
  await notified(id, { heldUntil: new Date(Date.now() - 1.5 * HOUR_MS) });
  expect(await onlyCall()).toMatchObject({ reasons: ["not_notified"] });
  await notified(id, { heldUntil: new Date() });
  expect(await onlyCall()).toMatchObject({ reasons: ["held_back"] });
});

test("notified but not opened; opened after it expired is too late", async () => {
  const id = await expired();
  await notified(id, { sentAt: soon() });
  await opened(id, maya, new Date());
  expect(await onlyCall()).toMatchObject({ sent: 1, opened: 0, reasons: ["not_opened"] });
  await opened(id, ines);
  expect(await onlyCall()).toMatchObject({ opened: 1, reasons: ["not_decided"] });
});

test("with some of the approvals it needs, there were too few", async () => {
  await expired({ approvals: 2 }, (id) => approve(maya, id));
  expect(await onlyCall()).toMatchObject({ reasons: ["not_enough"] });
});

test("no one on duty: its group had shifts, and none of them while it waited", async () => {
  const ops = unique("ops");
  await createGroup(system, { name: ops, description: "", members: [ines.actor.email] });
  const clock = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(11, 16);
  const rota = (from: number, to: number) =>
    setRota(system, {
      name: ops,
      rota: {
        zone: "UTC",
        shifts: [{ person: ines.actor.email, weekdays: [], from: clock(from), to: clock(to) }],
      },
    });
  await rota(3, 5);
  await expired({ deciders: { ...nobody, groups: [ops] } });
  const found = await onlyCall();
  expect(found?.reasons[0]).toBe("no_one_on_duty");
  expect(found?.suggestion).toMatchObject({
    path: `/settings/groups/${ops}`,
    text: expect.stringContaining(`the rota of ${ops}`),
  });
  // A shift that covers its last half is enough.
  await rota(-1.5, 2);
  expect((await onlyCall())?.reasons).toEqual(["not_notified"]);
});

test("no one could decide it, if its policy names no one who may", async () => {
  await expired({ deciders: { ...nobody, people: ["gone@example.test"] } });
  expect(await onlyCall()).toMatchObject({
    reasons: ["no_one_eligible", "not_notified"],
    suggestion: { path: "/policies" },
  });
});

test("its deadline was short, against the median of its own tool, once there are enough decisions", async () => {
  const id = await expired();
  await notified(id, { sentAt: soon() });
  const decided = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const old = await anOldApproval({ tenant, gateway, days: 2 });
      await ingest(
        system,
        (tx) => tx.$executeRaw`
          update approvals set provider = 'files', decided_at = created_at + interval '3 hours' where id = ${old}::uuid`,
      );
    }
  };
  await decided(4);
  expect((await onlyCall())?.reasons).toEqual(["not_opened"]);
  await decided(1);
  expect((await onlyCall())?.reasons).toEqual(["not_opened", "too_short"]);
});

test("who is out still counts as eligible: only rights are asked, and a deputy may have decided", async () => {
  const delegation = await out(maya, ines);
  await expired({ deciders: { ...nobody, people: [maya.actor.email] } });
  await comeToAnEnd(delegation);
  expect((await onlyCall())?.reasons).toEqual(["not_notified"]);
});

test("reasons are counted once for each call, the most frequent first, and the list ends", async () => {
  const days = 1;
  for (let made = 0; made < EXPIRED_LISTED_MAX + 2; made += 1)
    await anOldApproval({ tenant, gateway, days }, { decision: "expired" });
  const id = await expired();
  await notified(id, { sentAt: soon() });
  const found = await report();
  expect(found.reasons.map(({ reason, calls }) => [reason, calls])).toEqual([
    ["not_notified", EXPIRED_LISTED_MAX + 2],
    ["not_opened", 1],
  ]);
  expect(found.calls).toHaveLength(EXPIRED_LISTED_MAX);
  expect(found.complete).toBe(true);
  expect(expiredMarkdown(found)).toContain("And 3 more.");
});

test("no one sees calls of other tenants, whatever tenant they name", async () => {
  await expired();
  const stranger = await aPerson([await aTenant()], "admin");
  for (const filter of [{}, { tenant: tenant.key }])
    expect(await report(stranger, filter)).toMatchObject({
      counts: { expired: 0, ended: 0 },
      calls: [],
      reasons: [],
    });
});

test("it is two statements for any number of calls", async () => {
  for (let made = 0; made < 5; made += 1)
    await anOldApproval({ tenant, gateway, days: 1 }, { decision: "expired" });
  const { texts, stop } = countStatements();
  await report().finally(stop);
  expect(texts.filter((text) => /\bfrom approvals\b/.test(text))).toHaveLength(2);
});

const linksOf = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token) => [
    ...(["link", "image", "html"].includes(token.type)
      ? [String("href" in token ? token.href : token.raw)]
      : []),
    ...linksOf("tokens" in token ? (token.tokens ?? []) : []),
    ...("items" in token ? token.items.flatMap((item: { tokens: Token[] }) => linksOf(item.tokens)) : []),
  ]);

test("in Markdown the words of agents are no markup, and the wire has what is declared", async () => {
  const id = await anOldApproval({ tenant, gateway, days: 1 }, { decision: "expired" });
  const hostile =
    "x`](https://evil.example) ![a](https://evil.example/p.png) <img src=x> csk_0123456789abcdef";
  await ingest(
    system,
    (tx) =>
      tx.$executeRaw`update approvals set summary = ${hostile}, tool = ${hostile} where id = ${id}::uuid`,
  );
  const found = await report();
  const markdown = expiredMarkdown(found);
  expect(linksOf(Lexer.lex(markdown)).filter((link) => /evil|img/.test(link))).toEqual([]);
  expect(markdown).not.toContain("csk_0123456789abcdef");
  expect(found.until.getTime() - found.since.getTime()).toBe(7 * DAY_MS);
  expect(() => expiredWire.parse(JSON.parse(JSON.stringify(wireExpired(found))))).not.toThrow();
});
