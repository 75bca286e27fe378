import { beforeAll, describe, expect, test } from "vitest";
import { POST as requestChanges } from "@/app/api/v1/approvals/[id]/request-changes/route";
import { POST as revoke } from "@/app/api/v1/approvals/[id]/revoke/route";
import { POST as create } from "@/app/api/v1/approvals/route";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { POST as approve } from "./approve/route";
import { POST as reject } from "./reject/route";

const system = systemScope("tests");
let tenant: TestTenant;
let key: string;
let token: string;

beforeAll(async () => {
  tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  ({ key } = await createKey(system, gateway.id, [tenant.key]));
  ({ token } = await createOwnToken(await aPerson([tenant])));
});

async function aPendingCall(): Promise<string> {
  const call = {
    tenant: tenant.key,
    tool: "send",
    arguments: {},
    rationale: "Somebody should look at this.",
  };
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const request = new Request("http://localhost/", { method: "POST", headers, body: JSON.stringify(call) });
  return ((await (await create(request)).json()) as { approval_id: string }).approval_id;
}

test("the page that early gateways link to leads to the call, whatever its id holds", async () => {
  const { default: OldApprovalPage } = await import("./page");
  const led = OldApprovalPage({ params: Promise.resolve({ id: "a%2F..%2Fb%3Fc" }) });
  await expect(led).rejects.toMatchObject({
    digest: expect.stringMatching(/^NEXT_REDIRECT;\w+;\/approvals\/a%2F\.\.%2Fb%3Fc;308;/),
  });
});

const VERBS = [
  ["approve", approve, ["/revision", "/arguments_sha256"]],
  ["reject", reject, ["/revision", "/arguments_sha256", "/reason"]],
  ["request changes of", requestChanges, ["/revision", "/arguments_sha256", "/reason"]],
  ["revoke", revoke, ["/revision", "/arguments_sha256", "/reason"]],
] as const;

const EMPTY: [string, Record<string, string>, string | undefined][] = [
  ["nothing at all", {}, undefined],
  ["an empty form", { "content-type": "application/x-www-form-urlencoded" }, ""],
  ["an empty text of JSON", { "content-type": "application/json" }, ""],
  ["an empty object", { "content-type": "application/json" }, "{}"],
];

describe.each(VERBS)("to %s a call", (_, verb, missing) => {
  test.each(EMPTY)(
    "with %s decides nothing, and says what is missing and where it stands",
    async (__, type, body) => {
      const id = await aPendingCall();
      const headers = { authorization: `Bearer ${token}`, ...type };
      const request = new Request("http://localhost/", { method: "POST", headers, body });
      const answer = await verb(request, { params: Promise.resolve({ id }) });
      expect(answer.status).toBe(422);
      const problem = (await answer.json()) as {
        code: string;
        errors: { pointer: string; code: string; hint: string }[];
      };
      expect(problem.code).toBe("VALIDATION_ERROR");
      expect(problem.errors.map(({ pointer }) => pointer)).toEqual(missing);
      for (const { code, hint, pointer } of problem.errors) {
        expect(code).toBe("required");
        expect(hint).toMatch(
          pointer === "/reason" ? /the agent will read/ : /GET \/api\/v1\/approvals\/\{id\}/,
        );
      }
      const row = await read(system, (tx) =>
        tx.approval.findFirstOrThrow({ where: { id }, include: { votes: true } }),
      );
      expect([row.decision, row.votes]).toEqual(["pending", []]);
    },
  );

  test("with a form that says something is refused for its type", async () => {
    const id = await aPendingCall();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/x-www-form-urlencoded" };
    const request = new Request("http://localhost/", { method: "POST", headers, body: "revision=1" });
    expect((await verb(request, { params: Promise.resolve({ id }) })).status).toBe(415);
  });
});
