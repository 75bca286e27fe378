import type { IdentifiedRequest } from "@/lib/core/idempotency";
import type { GatewayScope } from "@/lib/core/scope";
import type { CreateApproval } from "../../schema";
import { ask } from "../ask";

/** Holds a call for a person, as POST /api/v1/approvals does. */
export async function createApproval(scope: GatewayScope, call: CreateApproval, request: IdentifiedRequest) {
  const { answer, ...result } = await ask(scope, call, request, { wants: "person" });
  return { approvalId: answer.approval.id, ...result };
}
