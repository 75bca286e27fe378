import { RawJson } from "@/lib/core/json/raw";
import type { UserScope } from "@/lib/core/scope";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { decideApproval } from "../../commands";
import type { Authorize } from "../../schema";
import { ask as authorize } from "../ask";
import type { GateAnswer } from "../types";

type Setting = { tenant: TestTenant; gateway: TestGateway; person: UserScope };

export async function aSetting(settings: Parameters<typeof aTenant>[0] = {}): Promise<Setting> {
  const tenant = await aTenant(settings);
  return { tenant, gateway: await aGateway([tenant]), person: await aPerson([tenant]) };
}

/**
 * Asks whether a call may run, as the gateway does.
 * @param key its Idempotency-Key
 */
export async function ask(
  { tenant, gateway }: Setting,
  over: Parameters<typeof aCall>[1] = {},
  key: string | null = null,
) {
  const input = aCall(tenant, over);
  const bodySha256 = sha(input);
  return authorize(gateway.scope, input, { tenantId: tenant.id, key, bodySha256 });
}

function sha(input: Authorize): string {
  return RawJson.parse(
    JSON.stringify({ ...input, arguments: input.arguments.text, redemptionKey: undefined }),
  ).sha256;
}

/** The approval that a call waits for; throws for any other answer. */
export function waiting(answer: GateAnswer) {
  if (answer.kind !== "wait") throw new Error(`expected wait, got ${JSON.stringify(answer)}`);
  return answer.approval;
}

export async function approve(person: UserScope, answer: GateAnswer, argumentsText?: string) {
  const { id, revision, argumentsSha256 } = waiting(answer);
  return decideApproval(person, {
    id,
    verdict: "approve",
    revision,
    argumentsSha256,
    argumentsText,
    seen: LOOKED,
  });
}
