import { reportExecution } from "@/lib/approvals/execution/commands";
import { ask, redeemAfterWait } from "@/lib/approvals/gate/ask";
import { judgeTogether } from "@/lib/approvals/gate/together";
import type { Authorize } from "@/lib/approvals/schema";
import { ROLES } from "@/lib/auth/types";
import { read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { aCall, type TestTenant } from "@/lib/testing/factories";
import { again, command, route } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";
import { type Approved, aHeldCall, anApprovedCall, type Held, running } from "./held";

// Requests of a gateway before and after it runs a tool, and queries of both.

const EVERYBODY = [...ROLES, "gateway"] as const;

type WaitedFor = Approved & { argumentsText: string; tenant: TestTenant };

async function aCallWaitedFor(world: World): Promise<WaitedFor> {
  const approved = await anApprovedCall(world, "reissue");
  const { argumentsText } = await read(system, (tx) =>
    tx.approval.findFirstOrThrow({ where: { id: approved.id }, select: { argumentsText: true } }),
  );
  return { ...approved, argumentsText, tenant: world.here };
}

type Wanted = { input: Authorize; tenantId: string; tenant: string };

async function aWantedCall({ here }: World): Promise<Wanted> {
  const input = aCall(here, { argumentsText: `{"path":"${newId()}"}` });
  return { input, tenantId: here.id, tenant: here.key };
}

const request = ({ tenantId }: Wanted) => ({ tenantId, key: null, bodySha256: newId() });

const wanted = ({ input, tenant }: Wanted) => ({
  body: {
    tenant,
    tool: input.tool,
    arguments: input.arguments,
    rationale: input.rationale,
    risk: "high",
  },
});

const NOT_A_GATEWAY = { none: "a person has no gateway's scope or key, which the walk tries by itself" };

const asking = {
  by: ["gateway"],
  arrange: aWantedCall,
  wrongRole: NOT_A_GATEWAY,
  foreign: "FORBIDDEN",
  wrongState: { none: "a new call has no state" },
  stale: { none: "a new call was not seen by anybody" },
} as const;

const reading = {
  by: EVERYBODY,
  reads: true,
  wrongRole: { none: "whoever belongs to the tenant may read its calls" },
  wrongState: { none: "it is read in every state" },
  stale: { none: "it says what is there now" },
} as const;

const report = ({ executionId }: Approved) => ({ executionId, state: "executing" as const });

export const gate: readonly Row[] = [
  deed({
    ...asking,
    doors: [
      command("lib/approvals/gate/ask.ts", ask, (call: Wanted) => [call.input, request(call)]),
      // Its refusals are those of the command above.
      command(
        "lib/approvals/gate/together.ts",
        judgeTogether,
        (call: Wanted) => [call.input, request(call)],
        { foreign: "untouched" },
      ),
      route("POST /api/v1/authorize", wanted),
    ],
  }),
  deed({
    ...asking,
    doors: [
      command("lib/approvals/gate/ask.ts", ask, (call: Wanted) => [
        call.input,
        request(call),
        { wants: "person" as const },
      ]),
      route("POST /api/v1/approvals", wanted),
    ],
  }),
  deed({
    ...asking,
    arrange: aCallWaitedFor,
    foreign: "NOT_FOUND",
    neighbour: "NOT_FOUND",
    wrongState: again("untouched"),
    stale: { code: "untouched", seen: (call: WaitedFor) => ({ ...call, argumentsText: "{}" }) },
    doors: [
      command("lib/approvals/gate/ask.ts", redeemAfterWait, ({ id, tenant, argumentsText }: WaitedFor) => [
        id,
        aCall(tenant, { argumentsText }),
      ]),
    ],
  }),
  deed({
    ...asking,
    arrange: (world: World) => anApprovedCall(world),
    foreign: "NOT_FOUND",
    neighbour: "NOT_FOUND",
    wrongState: [{ is: "running", code: "CONFLICT", make: running }],
    stale: { code: "CONFLICT", seen: (call: Approved) => ({ ...call, executionId: newId() }) },
    doors: [
      command("lib/approvals/execution/commands.ts", reportExecution, (call: Approved) => [
        call.id,
        report(call),
      ]),
      route("POST /api/v1/approvals/{id}/execution", ({ id, executionId }: Approved) => ({
        of: id,
        body: { execution_id: executionId, state: "executing" },
      })),
    ],
  }),
  deed({
    ...reading,
    arrange: aHeldCall,
    foreign: "NOT_FOUND",
    neighbour: "NOT_FOUND",
    shows: ({ id }: Held) => id,
    doors: [route("GET /api/v1/approvals/{id}", ({ id }: Held) => ({ of: id }))],
  }),
  deed({
    ...reading,
    by: ROLES,
    arrange: aHeldCall,
    foreign: "NOT_FOUND",
    shows: ({ id }: Held) => id,
    doors: [route("GET /api/v1/approvals/{id}/evidence", ({ id }: Held) => ({ of: id }))],
  }),
  deed({
    ...reading,
    arrange: aHeldCall,
    foreign: "untouched",
    neighbour: "untouched",
    shows: ({ id }: Held) => id,
    doors: [route("GET /api/v1/approvals", (_: Held) => ({ query: { limit: "200" } }))],
  }),
];
