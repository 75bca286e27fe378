import { read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { riskWord } from "@/lib/core/schema";
import { systemScope } from "@/lib/core/scope";
import { getGatewayByName } from "@/lib/gateways/queries";
import { getTenantByKey } from "@/lib/tenants/queries";
import { rateTool } from "@/lib/tools/commands";
import { needed, onOff, readFlags, UsageError } from "../input";
import type { Verb } from "../verb";

const scope = systemScope("command line");

export const toolRate: Verb = {
  usage:
    "tool rate --gateway N --provider P --tool T [--risk low|medium|high|critical] [--requires-confirmation on|off] [--tenant K]",
  async run(args) {
    const { values } = readFlags(args, {
      gateway: "text",
      provider: "text",
      tool: "text",
      risk: "text",
      "requires-confirmation": "text",
      tenant: "text",
    });
    const name = needed(values.tool, "tool", "send-broadcast");
    const provider = needed(values.provider, "provider", "resend");
    const risk = riskFrom(values.risk);
    const requiresConfirmation = onOff(values["requires-confirmation"], "requires-confirmation") ?? null;
    if (risk === null && requiresConfirmation === null) {
      throw new UsageError("Nothing to rate. Valid flags: --risk, --requires-confirmation.");
    }
    const gateway = await getGatewayByName(scope, needed(values.gateway, "gateway", "my-gateway"));
    const tenant = values.tenant === undefined ? null : await getTenantByKey(scope, values.tenant);
    const toolId = await findTool(gateway, provider, name);
    await rateTool(scope, { toolId, tenantId: tenant?.id ?? null, risk, requiresConfirmation });
    const rating = { risk, requires_confirmation: requiresConfirmation };
    const said = [
      risk,
      requiresConfirmation === null ? null : `confirmation ${requiresConfirmation ? "on" : "off"}`,
    ];
    return {
      json: {
        id: toolId,
        gateway: gateway.name,
        provider,
        tool: name,
        tenant: tenant?.key ?? null,
        ...rating,
      },
      lines: [
        `${provider}/${name} of ${gateway.name} is rated ${said.filter((part) => part !== null).join(", ")} for ${tenant?.key ?? "every tenant"}.`,
      ],
    };
  },
};

function riskFrom(text: string | undefined) {
  if (text === undefined) return null;
  const parsed = riskWord.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new UsageError(`--risk is "${text}": expected low, medium, high or critical.`);
}

async function findTool(
  gateway: { id: string; name: string },
  provider: string,
  name: string,
): Promise<string> {
  const tool = await read(scope, (tx) =>
    tx.tool.findUnique({
      where: { gatewayId_provider_name: { gatewayId: gateway.id, provider, name } },
      select: { id: true },
    }),
  );
  if (tool) return tool.id;
  throw new DomainError(
    "NOT_FOUND",
    `The gateway ${gateway.name} has not published a tool ${provider}/${name}. Nothing was rated; check both names, or publish it first with PUT /api/v1/tools.`,
  );
}
