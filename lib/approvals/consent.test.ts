import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import type { TenantSettings } from "@/lib/generated/prisma/client";
import { aCall, aGateway, aPerson, aTenant, LOOKED } from "@/lib/testing/factories";
import { decideApproval } from "./commands";
import { getApprovalView } from "./detail/queries";
import { createApproval } from "./gate/testing/held";
import { seenSchema } from "./schema";
import { OPENED_CHARACTERS, OPENED_KEPT, type SeenOnRecord } from "./screen-proof";
import { decideTogether, listBulkItems } from "./triage/bulk";
import { type DecideApproval, SEEN_PARTS, type Seen, type SeenPart } from "./types";

const system = systemScope("tests");

async function aSetting(settings: Partial<TenantSettings> = {}) {
  const tenant = await aTenant(settings);
  const gateway = await aGateway([tenant]);
  const pending = async (over: Parameters<typeof aCall>[1] = {}) => {
    const call = aCall(tenant, { argumentsText: `{"n":"${newId()}"}`, ...over });
    const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
    const { approvalId: id } = await createApproval(gateway.scope, call, request);
    return { id, revision: 1, argumentsSha256: call.arguments.sha256 };
  };
  return { tenant, pending, person: await aPerson([tenant], "admin", "Maya Lindqvist") };
}

const yes = { verdict: "approve", seen: LOOKED } as const;

const votesOf = (id: string) => read(system, (tx) => tx.vote.count({ where: { approvalId: id } }));

const byToken = ({ actor, tenants }: UserScope): UserScope => proveScope({ ...actor, via: "token" }, tenants);

describe("a call on one's own behalf", () => {
  test("is not approved by the person it names, however it names them", async () => {
    const { pending, person } = await aSetting();
    const { email } = person.actor;
    await ingest(system, (tx) =>
      tx.account.create({ data: { provider: "oidc", providerAccountId: "mlind", userId: person.actor.id } }),
    );
    const namings = [
      email,
      email.toUpperCase(),
      `Maya <${email}>`,
      `mailto:${email}`,
      "MAYA  LINDQVIST",
      "Ｍａｙａ Lindqvist",
      "MLind",
    ];
    for (const onBehalfOf of namings) {
      const call = await pending({ onBehalfOf });
      for (const scope of [person, byToken(person)]) {
        await expect(decideApproval(scope, { ...call, ...yes }), onBehalfOf).rejects.toMatchObject({
          code: "FORBIDDEN",
        });
      }
      expect(await votesOf(call.id)).toBe(0);
    }
  });

  test("is approved by somebody else, and rejected by the person it names", async () => {
    const { tenant, pending, person } = await aSetting();
    const other = await aPerson([tenant]);
    const onBehalfOf = person.actor.email;
    expect(await decideApproval(other, { ...(await pending({ onBehalfOf })), ...yes })).toMatchObject({
      decision: "approved",
    });
    const mine = await pending({ onBehalfOf });
    expect(
      await decideApproval(person, { ...mine, verdict: "reject", reason: "I did not ask for this" }),
    ).toMatchObject({ decision: "rejected" });
    const theirs = await pending({ onBehalfOf: `not-${person.actor.email}` });
    expect(await decideApproval(person, { ...theirs, ...yes })).toMatchObject({ decision: "approved" });
  });

  test("is approved by them where the tenant allows it", async () => {
    const { pending, person } = await aSetting({ blockSelfApproval: false });
    const call = await pending({ onBehalfOf: person.actor.email });
    expect((await getApprovalView(person, call.id)).verbs).toContain("approve");
    expect(await decideApproval(person, { ...call, ...yes })).toMatchObject({ decision: "approved" });
  });

  test("shows no Approve on its page and says so, and cannot be approved in a group", async () => {
    const { pending, person } = await aSetting();
    const mine = await pending({ onBehalfOf: person.actor.email });
    const view = await getApprovalView(person, mine.id);
    expect(view.ownCall).toBe(true);
    expect(view.verbs).not.toContain("approve");
    expect(view.verbs).not.toContain("edit");
    expect(view.verbs).toContain("reject");
    const { items } = await listBulkItems(person, [mine.id]);
    expect(items[0]?.alone).toMatch(/on your behalf/);
    const seen = { end: true, typed: "1", visible_ms: 5_000 };
    const { results } = await decideTogether(person, { verdict: "approve", items: [mine], seen });
    expect(results).toMatchObject([{ ok: false }]);
    expect(await votesOf(mine.id)).toBe(0);
  });
});

describe("what the page demands", () => {
  test("is demanded by the server too: at high and critical, not below", async () => {
    const { pending, person } = await aSetting();
    for (const risk of ["high", "critical"] as const) {
      const call = await pending({ risk });
      await expect(decideApproval(person, { ...call, verdict: "approve" })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        details: { errors: [{ pointer: "/seen", code: "not_confirmed" }] },
      });
      expect(await votesOf(call.id)).toBe(0);
    }
    for (const risk of ["low", "medium"] as const) {
      const call = await pending({ risk });
      expect(await decideApproval(person, { ...call, verdict: "approve" })).toMatchObject({
        decision: "approved",
      });
    }
  });

  test("is how long the page was on the screen, and its parts to their end", async () => {
    const { pending, person } = await aSetting();
    const call = await pending();
    for (const [seen, pointer] of [
      [{}, "/seen/visible_ms"],
      [{ parts: LOOKED.parts, ms: 9_000 }, "/seen/visible_ms"],
      [{ visible_ms: 9_000 }, "/seen/parts"],
      [{ visible_ms: 9_000, parts: ["facts", "record"] }, "/seen/parts"],
    ] as [Seen, string][])
      await expect(decideApproval(person, { ...call, verdict: "approve", seen })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        details: { errors: [{ pointer }] },
      });
    expect(await votesOf(call.id)).toBe(0);
    const argumentsText = `{"path":"/tmp/${newId()}","content":"x"}`;
    const edit = { verdict: "approve" as const, argumentsText, seen: { visible_ms: 1 } };
    expect(await decideApproval(person, { ...call, ...edit })).toMatchObject({ decision: "approved" });
  });

  test("is what else the page shows: what is unusual, the preview and the earlier attempt", async () => {
    const { pending, person } = await aSetting();
    const refused = async (over: Parameters<typeof pending>[0], without: SeenPart) => {
      const call = await pending(over);
      const parts = SEEN_PARTS.filter((part) => part !== without);
      const approve = (seen: Seen) => decideApproval(person, { ...call, verdict: "approve", seen });
      await expect(approve({ ...LOOKED, parts })).rejects.toMatchObject({
        details: { errors: [{ pointer: "/seen/parts", code: "not_seen" }] },
      });
      await expect(approve({ ...LOOKED, visible_ms: 0 })).rejects.toMatchObject({
        details: { errors: [{ pointer: "/seen/visible_ms" }] },
      });
      expect(await votesOf(call.id)).toBe(0);
      return { call, approve };
    };
    // Nothing is known of the tool: its first call says so on its page.
    const first = await refused({}, "record");
    const { precedent } = await getApprovalView(person, first.call.id);
    expect(precedent?.notices).toContainEqual({ kind: "first", what: "tool" });
    expect(await first.approve(LOOKED)).toMatchObject({ decision: "approved" });
    // The next one is like it: its page has no such part.
    const usual = await pending();
    expect((await getApprovalView(person, usual.id)).precedent?.notices).toEqual([]);
    const seen: Seen = { ...LOOKED, parts: ["facts", "arguments"] };
    expect(await decideApproval(person, { ...usual, verdict: "approve", seen })).toMatchObject({
      decision: "approved",
    });
    const shown = await refused({ preview: { format: "text", content: "12 mails" } }, "preview");
    expect(await shown.approve(LOOKED)).toMatchObject({ decision: "approved" });
    const session = { sessionId: newId(), agent: "mailer" };
    const before = await pending(session);
    await decideApproval(person, { ...before, verdict: "reject", reason: "Too many" });
    await refused(session, "attempt");
  });

  test("at critical is the claimed count, typed; without one the target", async () => {
    const { pending, person } = await aSetting();
    const many = await pending({ risk: "critical", facts: { how_many: 412, to_whom: "Beta" } });
    for (const typed of [undefined, "", "41", "Beta"]) {
      await expect(
        decideApproval(person, { ...many, verdict: "approve", seen: { ...LOOKED, typed } }),
      ).rejects.toMatchObject({ details: { errors: [{ pointer: "/seen/typed", code: "not_confirmed" }] } });
    }
    expect(
      await decideApproval(person, { ...many, verdict: "approve", seen: { ...LOOKED, typed: " 412 " } }),
    ).toMatchObject({ decision: "approved" });
    const whom = await pending({ risk: "critical", facts: { to_whom: "Beta" } });
    expect(
      await decideApproval(person, { ...whom, verdict: "approve", seen: { ...LOOKED, typed: "Beta" } }),
    ).toMatchObject({ decision: "approved" });
  });

  test("is the long text of a medium call too, and thousands of rows of it, opened", async () => {
    const { pending, person } = await aSetting();
    const rows = JSON.stringify(Array.from({ length: 2_000 }, (_, n) => `${newId()} ${n}`));
    for (const [argumentsText, fold] of [
      [`{"sql":"${newId()} ${"x".repeat(2_000)}"}`, "/sql"],
      [rows, "rows"],
    ] as const) {
      const call = await pending({ risk: "medium", argumentsText });
      for (const seen of [undefined, {}, { opened: ["/other"] }])
        await expect(decideApproval(person, { ...call, verdict: "approve", seen })).rejects.toMatchObject({
          details: { errors: [{ pointer: "/seen/opened", code: "not_opened" }] },
        });
      expect(
        await decideApproval(person, { ...call, verdict: "approve", seen: { ...LOOKED, opened: [fold] } }),
      ).toMatchObject({ decision: "approved" });
    }
  });

  test("are the folded parts, opened", async () => {
    const { pending, person } = await aSetting();
    const argumentsText = `{"to":"a","body":"${"x".repeat(2_000)}"}`;
    const call = await pending({ argumentsText });
    for (const opened of [undefined, [], ["/to"]]) {
      await expect(
        decideApproval(person, { ...call, verdict: "approve", seen: { ...LOOKED, opened } }),
      ).rejects.toMatchObject({ details: { errors: [{ pointer: "/seen/opened", code: "not_opened" }] } });
    }
    expect(
      await decideApproval(person, { ...call, verdict: "approve", seen: { ...LOOKED, opened: ["/body"] } }),
    ).toMatchObject({ decision: "approved" });
    const again = await pending({ argumentsText: `{"to":"b","body":"${"y".repeat(2_000)}"}` });
    expect(
      await decideApproval(person, { ...again, verdict: "approve", seen: { ...LOOKED, opened: ["*"] } }),
    ).toMatchObject({ decision: "approved" });
  });
});

test("the trail says how long the page stood before the press", async () => {
  const { pending, person } = await aSetting();
  const { id, ...call } = await pending();
  await decideApproval(person, { id, ...call, verdict: "approve", seen: { ...LOOKED, ms: 4_200 } });
  const row = await read(system, (tx) => tx.activity.findFirst({ where: { subjectId: id } }));
  expect(row?.action).toBe("approval.approved");
  expect(row?.details).toContain(`"looked_ms":4200`);
});

describe("what was on the screen", () => {
  const voteOf = (id: string) =>
    read(system, (tx) => tx.vote.findFirstOrThrow({ where: { approvalId: id }, orderBy: { id: "desc" } }));
  const receiptOf = async (id: string) => {
    const where = { subjectId: id };
    const row = await read(system, (tx) => tx.activity.findFirstOrThrow({ where, orderBy: { seq: "desc" } }));
    return (JSON.parse(row.details) as { receipt: Record<string, unknown> }).receipt;
  };

  test("is kept with the vote, and in the trail without names out of the arguments", async () => {
    const { pending, person } = await aSetting();
    const name = `for ${newId()}`;
    const argumentsText = JSON.stringify({ [name]: "x".repeat(2_000), to: "a" });
    const call = await pending({ argumentsText, risk: "critical", facts: { how_many: 3 } });
    // The call is seconds old, so an hour of reading is impossible.
    const seen: Seen = {
      ...LOOKED,
      visible_ms: 3_600_000,
      ms: 2,
      opened: [`/${name}`, "/unknown"],
      typed: "3",
    };
    await decideApproval(person, { ...call, verdict: "approve", seen });
    const { seen: kept, createdAt } = await voteOf(call.id);
    expect(kept).toEqual({
      way: "page",
      at: createdAt.toISOString(),
      revision: 1,
      arguments_sha256: call.argumentsSha256,
      tool_version: null,
      visible_ms: expect.any(Number),
      still_ms: 2,
      parts: SEEN_PARTS.toSorted(),
      folded: 1,
      opened: [{ id: `/${name}`, label: expect.stringContaining(name) }],
      typed: true,
    });
    expect((kept as SeenOnRecord).visible_ms).toBeLessThan(3_600_000);
    const receipt = await receiptOf(call.id);
    expect(receipt).toMatchObject({ verdict: "approve", revision: 1, approvals: 1, required: 1 });
    expect(receipt.seen).toMatchObject({ way: "page", opened: 1, typed: true });
    expect(JSON.stringify(receipt)).not.toContain(name);
  });

  test("is bounded, however much a browser claims to have opened", async () => {
    const { pending, person } = await aSetting();
    const members = Array.from({ length: 60 }, (_, n) => [`${"k".repeat(400)}${n}`, "x".repeat(1_300)]);
    const call = await pending({ argumentsText: JSON.stringify(Object.fromEntries(members)) });
    const opened = [...members.map(([key]) => `/${key}`), ...Array.from({ length: 900 }, (_, n) => `/${n}`)];
    await decideApproval(person, { ...call, verdict: "approve", seen: { ...LOOKED, opened } });
    const kept = (await voteOf(call.id)).seen as SeenOnRecord;
    expect(kept).toMatchObject({ folded: 60 });
    expect(kept.opened).toHaveLength(OPENED_KEPT);
    for (const { id, label } of kept.opened)
      expect(Math.max(id.length, label.length)).toBeLessThanOrEqual(OPENED_CHARACTERS);
  });

  test.each<[string, object, (string | number)[]]>([
    ["more parts than any call has", { opened: Array.from({ length: 1_001 }, () => "/a") }, ["opened"]],
    ["a name longer than any arguments", { opened: ["/".padEnd(300_000, "a")] }, ["opened", 0]],
    ["many long names", { opened: Array.from({ length: 900 }, () => "/".padEnd(400, "a")) }, ["opened"]],
    ["a long text", { typed: "1".repeat(1_001) }, ["typed"]],
    ["no number", { visible_ms: -1 }, ["visible_ms"]],
    ["parts that are none", { parts: ["everything"] }, ["parts", 0]],
    ["a part many times", { parts: Array.from({ length: 6 }, () => "facts") }, ["parts"]],
  ])("%s: refused, and the member is named", (_, seen, path) => {
    const { error } = seenSchema.safeParse(seen);
    expect(error?.issues[0]?.path).toEqual(path);
  });

  test("says by which way a verdict came", async () => {
    const { pending, person } = await aSetting();
    const reason = "No";
    const of = async (scope: typeof person, decision: object) => {
      const call = await pending({ risk: "low" });
      await decideApproval(scope, { ...call, verdict: "reject", reason, ...decision } as DecideApproval);
      return ((await voteOf(call.id)).seen as SeenOnRecord).way;
    };
    expect(await of(person, { seen: { visible_ms: 5 } })).toBe("page");
    expect(await of(person, {})).toBe("session");
    expect(await of(byToken(person), { seen: { visible_ms: 5 } })).toBe("token");
    const scripted = await pending({ risk: "low" });
    await decideApproval(byToken(person), { ...scripted, verdict: "approve", seen: LOOKED });
    expect((await voteOf(scripted.id)).seen).toMatchObject({ way: "token", visible_ms: null, parts: [] });
    const items = [await pending({ risk: "low" })];
    await decideTogether(person, { verdict: "approve", items, seen: { end: true, visible_ms: 7 } });
    expect((await voteOf(items[0]?.id ?? "")).seen).toMatchObject({ way: "table" });
  });
});

test("a personal token approves up to high by itself, and critical calls only where the tenant allows it", async () => {
  const { pending, person } = await aSetting();
  const token = byToken(person);
  expect(await decideApproval(token, { ...(await pending()), verdict: "approve" })).toMatchObject({
    decision: "approved",
  });
  const critical = await pending({ risk: "critical" });
  await expect(
    decideApproval(token, { ...critical, verdict: "approve", seen: { typed: "write_file" } }),
  ).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(
    await decideApproval(token, { ...critical, verdict: "reject", reason: "Not by a script" }),
  ).toMatchObject({ decision: "rejected" });
  const allowed = await aSetting({ tokensApproveCritical: true });
  const call = await allowed.pending({ risk: "critical" });
  expect(await decideApproval(byToken(allowed.person), { ...call, verdict: "approve" })).toMatchObject({
    decision: "approved",
  });
});
