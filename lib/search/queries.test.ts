import { beforeAll, describe, expect, test } from "vitest";
import { createApproval } from "@/lib/approvals/gate/testing/held";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { proveScope } from "@/lib/core/scope";
import { submitFeedback } from "@/lib/feedback/commands";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  aTool,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";
import { findAnything } from "./queries";
import { searchInput } from "./schema";
import { FOUND_MAX } from "./types";

let tenant: TestTenant;
let gateway: TestGateway;
let person: UserScope;

beforeAll(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  person = await aPerson([tenant]);
});

async function pending(summary: string, id?: string) {
  const input = aCall(tenant, { summary, ...(id ? { id } : {}) });
  const key = id ? `id:${id}` : null;
  const made = await createApproval(gateway.scope, input, { tenantId: tenant.id, key, bodySha256: newId() });
  return made.approvalId;
}

describe("find anything", () => {
  test("calls by their words, their own id, its beginning, and the gateway's id", async () => {
    const word = unique("word");
    const external = unique("call");
    const id = await pending(`Send 100% of ${word}`, external);
    const wanted = { kind: "approval", id, title: `Send 100% of ${word}`, risk: "high", pending: true };
    for (const q of [word.toUpperCase(), id, id.slice(0, 18), external, `100% of ${word}`]) {
      expect(await findAnything(person, { q })).toEqual(
        expect.arrayContaining([expect.objectContaining(wanted)]),
      );
    }
    expect(await findAnything(person, { q: `100_ of ${word}` })).toEqual([]);
  });

  test("at most a few of a kind", async () => {
    const word = unique("many");
    for (let n = 0; n < FOUND_MAX + 2; n++) await pending(`${word} ${n}`);
    expect(await findAnything(person, { q: word })).toHaveLength(FOUND_MAX);
  });

  test("tools and gateways that serve one of the person's tenants", async () => {
    const name = unique("send-broadcast");
    const { id } = await aTool(gateway, { name, provider: "resend" });
    expect(await findAnything(person, { q: name })).toEqual([
      expect.objectContaining({ kind: "tool", id, detail: `resend · ${gateway.name}` }),
    ]);
    expect(await findAnything(person, { q: gateway.name })).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: "gateway", id: gateway.id })]),
    );
  });

  test("issues by their number, those of one tenant by the whole name", async () => {
    const [one, other] = [await aTenant(), await aTenant()];
    const both = await aPerson([one, other]);
    const issues = await Promise.all(
      [one, other].map(async (owner) => {
        const input = {
          tenant: owner.key,
          attemptedAction: "Create a deal",
          expectedOutcome: "It exists",
          actualOutcome: "It failed",
          severity: "low" as const,
          rationale: "The tests need this report.",
        };
        const request = { tenantId: owner.id, key: null, bodySha256: "" };
        return (await submitFeedback((await aGateway([owner])).scope, input, request)).issue;
      }),
    );
    const found = async (q: string) =>
      (await findAnything(both, { q })).filter(({ kind }) => kind === "issue").map(({ id }) => id);
    const ids = issues.map(({ id }) => id).toSorted();
    for (const q of ["FB-1", "fb1", "1"]) expect((await found(q)).toSorted()).toEqual(ids);
    for (const { id, ref } of issues) {
      expect(await findAnything(both, { q: ref })).toEqual([expect.objectContaining({ id, detail: ref })]);
      expect(await found(ref.replace("FB-", ""))).toEqual([id]);
    }
  });

  test("nothing of another tenant, whatever is asked", async () => {
    const word = unique("secret");
    const tool = unique("secret-tool");
    const id = await pending(word);
    await aTool(gateway, { name: tool });
    const stranger = await aPerson([await aTenant()]);
    for (const q of [word, id, tool, gateway.name]) expect(await findAnything(stranger, { q })).toEqual([]);
  });

  test("people, for administrators of all tenants only", async () => {
    const name = unique("Ines");
    const { actor } = await aPerson([tenant], "approver", name);
    const admin = await aPerson([tenant], "admin");
    const everywhere = proveScope(admin.actor, [tenant.id], { unlimited: true });
    expect(await findAnything(everywhere, { q: name })).toEqual([
      expect.objectContaining({ kind: "person", id: actor.id, title: name, detail: actor.email }),
    ]);
    expect(await findAnything(admin, { q: name })).toEqual([]);
    expect(await findAnything(person, { q: name })).toEqual([]);
  });
});

test("NUL in a search field is left out: Postgres takes none", async () => {
  expect(searchInput.parse({ q: "a\0b" })).toEqual({ q: "ab" });
  expect(searchInput.safeParse({ q: "\0" }).success).toBe(false);
});
