import { ask } from "@/lib/approvals/gate/ask";
import { approvalUrl } from "@/lib/approvals/queries";
import { createApprovalSchema } from "@/lib/approvals/schema";
import { newId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import { proveScope, systemScope } from "@/lib/core/scope";
import { getGatewayByName } from "@/lib/gateways/queries";
import { checked, needed, readFlags, UsageError } from "../input";
import type { Verb } from "../verb";

const ARGUMENTS = '{"segmentId": "seg_test", "subject": "A test call, nothing is sent"}';

/** Creates a harmless held call like a gateway, to test the whole path from request to callback. */
export const sendTest: Verb = {
  usage: "send-test --gateway N [--tenant K]",
  async run(args) {
    const { values } = readFlags(args, { gateway: "text", tenant: "text" });
    const gateway = await getGatewayByName(
      systemScope("command line"),
      needed(values.gateway, "gateway", "my-gateway"),
    );
    const keys = gateway.tenants.map(({ key }) => key);
    const tenant = values.tenant
      ? gateway.tenants.find(({ key }) => key === values.tenant)
      : gateway.tenants[0];
    if (!tenant) throw new UsageError(`--tenant must be one the gateway serves: ${keys.join(", ")}.`);
    const call = checked(createApprovalSchema, {
      tenant: tenant.key,
      provider: "countersign",
      tool: "send-test",
      arguments: RawJson.parse(ARGUMENTS),
      rationale: "An operator wants to see a call wait for a decision and its callback arrive.",
      risk: "high",
      summary: "Send a test message to 1 recipient",
      facts: { what: "Test call", to_whom: "No recipient: this is a test", how_many: 1, undo: "not needed" },
      agent: "countersign-test",
    });
    const actor = { kind: "gateway", id: gateway.id, name: gateway.name, keyId: newId() } as const;
    const request = { tenantId: tenant.id, key: null, bodySha256: RawJson.parse(ARGUMENTS).sha256 };
    const asked = await ask(proveScope(actor, [tenant.id]), call, request, { wants: "person" });
    const { id: approvalId } = asked.answer.approval;
    const url = approvalUrl(approvalId);
    return {
      json: { approval_id: approvalId, approval_url: url, tenant: tenant.key },
      lines: [`A test call waits for a decision: ${url}`],
    };
  },
};
