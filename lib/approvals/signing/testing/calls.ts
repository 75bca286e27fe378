import type { TestAuthenticator } from "@/lib/auth/passkeys/testing/authenticator";
import { aPasskeyOf, openSessionOf } from "@/lib/auth/passkeys/testing/passkeys";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { ANY_DECIDER, type Requirement } from "@/lib/policies/types";
import { aCall, aGateway, aPerson, aTenant, LOOKED } from "@/lib/testing/factories";
import { decideApproval } from "../../commands";
import { createApproval } from "../../gate/testing/held";
import { beginSigning } from "../commands";
import type { BeginSigning } from "../types";

// A tenant that requires passkeys at critical risk, with pending calls and signers.

const system = systemScope("tests");

export const ARGUMENTS = '{"to":"everyone","n":9007199254740993}';

export type Holder = { scope: UserScope; device: TestAuthenticator; id: string };

export type Place = Awaited<ReturnType<typeof aPlace>>;

export async function aPlace() {
  const tenant = await aTenant({ criticalNeedsPasskey: true, breakGlass: "approvers" });
  const gateway = await aGateway([tenant]);
  const aHolder = async (name: string, options = {}): Promise<Holder> => {
    const scope = await aPerson([tenant], "approver", name);
    await openSessionOf(scope);
    return { scope, ...(await aPasskeyOf(scope, options)) };
  };
  const held = async (over: Parameters<typeof aCall>[1] = {}): Promise<string> => {
    const call = aCall(tenant, { risk: "critical", argumentsText: ARGUMENTS, ...over });
    const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
    return (await createApproval(gateway.scope, call, request)).approvalId;
  };
  /** A lower-risk call whose policy requires a passkey, and the other given demands. */
  const heldByPolicy = async (demands: Partial<Requirement> = {}): Promise<string> => {
    const id = await held({ risk: "high" });
    const require = { ...ANY_DECIDER, passkey: true, ...demands };
    const policy = JSON.stringify({ name: "Refunds", version: 1, action: "require", require });
    await ingest(
      system,
      (tx) => tx.$executeRaw`
        update approvals set policy = ${policy}::jsonb, approvals_required = ${require.approvals}::int where id = ${id}::uuid`,
    );
    return id;
  };
  return { tenant, aHolder, held, heldByPolicy, maya: await aHolder("Maya") };
}

const load = (id: string) => read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));

export async function seenOf(id: string) {
  const { revision, argumentsSha256 } = await load(id);
  return { id, revision, argumentsSha256 };
}

export async function typedFor(id: string) {
  const { tool, facts } = await load(id);
  const claims = facts as { how_many?: number; to_whom?: string } | null;
  return { ...LOOKED, typed: String(claims?.how_many ?? claims?.to_whom ?? tool), opened: ["*"] };
}

type Ways = Parameters<TestAuthenticator["get"]>[1];

/** The signature of a person's passkey for a page's request. */
export async function signatureOf(
  { scope, device }: Pick<Holder, "scope" | "device">,
  id: string,
  { ways = {}, ...over }: Partial<BeginSigning> & { ways?: Ways } = {},
) {
  const { options } = await beginSigning(scope, { ...(await seenOf(id)), verdict: "approve", ...over });
  return device.get(options, ways);
}

export type Signature = Awaited<ReturnType<typeof signatureOf>>;

export async function approveAs(scope: UserScope, id: string, passkey?: Signature, argumentsText?: string) {
  const seen = await typedFor(id);
  return decideApproval(scope, {
    ...(await seenOf(id)),
    ...{ verdict: "approve", seen, passkey, argumentsText },
  });
}
