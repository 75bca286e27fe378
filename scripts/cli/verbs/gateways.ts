import { env } from "@/lib/core/env";
import { systemScope } from "@/lib/core/scope";
import { createKey, revokeKey } from "@/lib/gateways/keys";
import { getGatewayByName } from "@/lib/gateways/queries";
import { registerGateway } from "@/lib/gateways/registration";
import { createGatewaySchema, tenantKeysSchema } from "@/lib/gateways/schema";
import { checked, listOf, needed, readFlags, UsageError } from "../input";
import type { Verb } from "../verb";

const scope = systemScope("command line");

export const gatewayCreate: Verb = {
  usage: "gateway create --name N --tenants a,b [--callback-url U]",
  async run(args) {
    const { values } = readFlags(args, { name: "text", tenants: "text", "callback-url": "text" });
    const input = checked(createGatewaySchema, {
      name: needed(values.name, "name", "my-gateway"),
      tenants: listOf(needed(values.tenants, "tenants", "acme,globex")),
      callbackUrl: values["callback-url"],
    });
    const { gateway, secret } = await registerGateway(scope, input);
    const tenants = gateway.tenants.map((tenant) => tenant.key);
    return {
      json: {
        id: gateway.id,
        name: gateway.name,
        tenants,
        callback_url: gateway.callbackUrl,
        signing_secret: secret,
      },
      lines: [
        `The gateway ${gateway.name} serves ${tenants.join(", ")}. ${gateway.callbackUrl ? `Decisions go to ${gateway.callbackUrl}.` : "It asks for decisions itself."}`,
        `Signing secret, shown only now: ${secret}`,
        `Next: ${env().COUNTERSIGN_COMMAND} key create --gateway ${gateway.name} --tenants ${tenants.join(",")}`,
      ],
    };
  },
};

export const keyCreate: Verb = {
  usage: "key create --gateway N --tenants a,b",
  async run(args) {
    const { values } = readFlags(args, { gateway: "text", tenants: "text" });
    const gateway = await getGatewayByName(scope, needed(values.gateway, "gateway", "my-gateway"));
    const tenants = checked(tenantKeysSchema, listOf(needed(values.tenants, "tenants", "acme,globex")));
    const { id, key, prefix } = await createKey(scope, gateway.id, tenants);
    return {
      json: { id, key, prefix, gateway: gateway.name, tenants },
      lines: [key, `A key of ${gateway.name} for ${tenants.join(", ")}, id ${id}. It is shown only now.`],
    };
  },
};

export const keyRevoke: Verb = {
  usage: "key revoke ID",
  async run(args) {
    const [id, ...more] = readFlags(args, {}, { words: true }).words;
    if (id === undefined || more.length > 0) throw new UsageError("Expected one id: key revoke ID.");
    const revoked = await revokeKey(scope, id);
    return {
      json: { id: revoked.id, revoked: true },
      lines: ["The key is revoked; it is refused within a second."],
    };
  },
};
