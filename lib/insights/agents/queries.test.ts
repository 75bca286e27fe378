import { beforeAll, describe, expect, test } from "vitest";
import { createApproval } from "@/lib/approvals/gate/testing/held";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { anAdministrator } from "@/lib/policies/testing/installation";
import { aCall, aGateway, aTenant, type TestTenant } from "@/lib/testing/factories";
import { listAgents, NAMES_MAX } from "./queries";

const system = systemScope("tests");
let many: TestTenant;
let few: TestTenant;
let ada: UserScope;

// More names in one tenant than a page reads, and some of another between and after them.
const MANY = NAMES_MAX / 2 + 10;

beforeAll(async () => {
  const { actor } = await anAdministrator();
  [many, few] = [await aTenant(), await aTenant()];
  ada = proveScope(actor, [many.id, few.id], { unlimited: true });
  const own = ({ id }: TestTenant, names: readonly string[]) =>
    ingest(
      system,
      (tx) => tx.$executeRaw`
        insert into agent_owners (tenant_id, agent, owner_id, named_at)
        select ${id}::uuid, n.name, ${actor.id}::uuid, clock_timestamp() from unnest(${[...names]}::text[]) as n (name)`,
    );
  const numbered = Array.from({ length: MANY }, (_, at) => `a-${String(at).padStart(5, "0")}`);
  await own(many, [...numbered, "zeta"]);
  await own(few, ["a-zeta", "zeta"]);
});

type Asked = Omit<Parameters<typeof listAgents>[1], "cursor">;

async function pagesOf(asked: Asked): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null | undefined; cursor !== null && pages.length < 10; ) {
    const { rows, nextCursor } = await listAgents(ada, { ...asked, cursor });
    pages.push(rows.map(({ agent, tenant }) => `${agent} ${tenant.key === many.key ? "many" : "few"}`));
    cursor = nextCursor;
  }
  return pages;
}

const inOrder = () => [
  `zeta ${many.key < few.key ? "many" : "few"}`,
  `zeta ${many.key < few.key ? "few" : "many"}`,
];

describe("agents are found", () => {
  test("behind more names than one page looks through, each once and in order", async () => {
    const pages = await pagesOf({ q: "ZETA" });
    expect(pages.flat()).toEqual(["a-zeta few", ...inOrder()]);
    expect(pages.length).toBeGreaterThan(1);
    expect(await pagesOf({ q: "nowhere" })).toEqual([[], []]);
  });

  test("without a way round where there are few, or many match", async () => {
    expect(await pagesOf({ q: "zeta", tenant: few.key })).toEqual([["a-zeta few", "zeta few"]]);
    const { rows } = await listAgents(ada, { q: "a-0", limit: 3 });
    expect(rows.map(({ agent }) => agent)).toEqual(["a-00000", "a-00001", "a-00002"]);
  });

  test("page by page as long as nothing narrows the list", async () => {
    const pages = await pagesOf({ limit: 1_000 });
    expect(pages.flat()).toHaveLength(MANY + 3);
    expect(new Set(pages.flat()).size).toBe(MANY + 3);
    expect(pages.slice(0, -1).every((page) => page.length === 1_000)).toBe(true);
  });

  test("once, where calls spell a name with capitals and its owner is kept without", async () => {
    const gateway = await aGateway([few]);
    const request = { tenantId: few.id, key: null, bodySha256: newId() };
    await createApproval(gateway.scope, aCall(few, { agent: "Billing@Acme" }), request);
    await ingest(
      system,
      (tx) => tx.$executeRaw`
        insert into agent_owners (tenant_id, agent, owner_id, named_at)
        values (${few.id}::uuid, 'billing@acme', ${ada.actor.id}::uuid, clock_timestamp())`,
    );
    const { rows } = await listAgents(ada, { q: "billing", tenant: few.key });
    expect(rows).toMatchObject([{ agent: "Billing@Acme", owner: { email: ada.actor.email } }]);
    // Until a call uses that spelling too.
    const again = { ...request, bodySha256: newId() };
    await createApproval(
      gateway.scope,
      aCall(few, { agent: "billing@acme", argumentsText: `{"again":true}` }),
      again,
    );
    expect((await listAgents(ada, { q: "billing", tenant: few.key })).rows).toHaveLength(2);
  });
});
