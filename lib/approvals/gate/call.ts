import { checkAll, invalid } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { GatewayScope } from "@/lib/core/scope";
import { assertCallbackUrl } from "@/lib/gateways/callback-url";
import { type GracePeriod, gracePeriod, isInGrace } from "@/lib/tenants/rules";
import type { ToolForCall } from "@/lib/tools/queries";
import { alwaysWaits } from "@/lib/tools/rating";
import type { CreateApproval } from "../schema";
import type { AskedCall, CallFacts } from "./queries";
import { judge, judgeRationale, type RationaleWarning, type Verdict } from "./rules";
import type { GateAnswer } from "./types";

// One call before the gate: who asks what, whether it may be asked, and what shall happen with it.

/** A call with everything that the gate knows of it. */
export type AdmittedCall = AskedCall & CallFacts & { input: CreateApproval };

/** Who calls what: enough to recognise a retry, and to look up the rest. */
export function askedCall(
  scope: GatewayScope,
  input: CreateApproval & { redemptionKey?: string },
  tenantId: string,
): AskedCall {
  return {
    identity: {
      tenantId,
      gatewayId: scope.actor.id,
      provider: input.provider ?? null,
      tool: input.tool,
      agent: input.agent ?? null,
      digest: input.arguments.sha256,
    },
    redemptionKey: input.redemptionKey ?? null,
    requestRisk: input.risk ?? null,
  };
}

export type Admission = { warning: RationaleWarning | null; grace: GracePeriod };

/**
 * The rules that a new call has to keep before it is judged.
 * @throws DomainError VALIDATION_ERROR
 */
export function assertAdmissible({ input, context }: Pick<AdmittedCall, "input" | "context">): Admission {
  const { firstRowAt, rationaleGraceDays, now } = context;
  const inGrace = firstRowAt === null || isInGrace(firstRowAt, rationaleGraceDays, now);
  const [warning] = checkAll(
    () => judgeRationale(input.rationale, inGrace),
    () => assertOwnGateway(input.gateway, context.gatewayName),
    () => input.callbackUrl !== undefined && assertCallbackUrl(input.callbackUrl, context.callbackUrl),
  );
  return { warning, grace: gracePeriod(firstRowAt ?? now, rationaleGraceDays) };
}

function assertOwnGateway(named: string | undefined, own: string): void {
  if (named === undefined || named === own) return;
  throw invalid("/gateway", "not_yours", `This key belongs to the gateway ${own}. Nothing was stored.`, own);
}

/** What shall happen with a call. */
export function verdictOn(
  { identity, redemptionKey, context, tool, earlier }: Omit<AdmittedCall, "input">,
  input: { confirm?: boolean },
): Verdict {
  return judge({
    digest: identity.digest,
    risk: tool.risk,
    confirmationRequired: tool.requiresConfirmation,
    confirm: input.confirm ?? false,
    redemptionKey,
    settings: context,
    earlier,
    now: context.now,
  });
}

/** The answer to a call of which nothing is stored but, if it has a key, this answer. */
export function allowed({ identity: { digest } }: AskedCall): Extract<GateAnswer, { kind: "allow" }> {
  return { kind: "allow", reason: "not_required", executionId: newId(), approvalId: null, digest };
}

/** Why a person is asked. */
export function heldBecause(tool: ToolForCall): string {
  if (tool.source === "unrated") return "unrated_tool";
  return alwaysWaits(tool.risk) ? "risk" : "requires_confirmation";
}
