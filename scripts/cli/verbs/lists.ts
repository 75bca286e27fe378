import { listPeople } from "@/lib/auth/people/queries";
import { stateOf } from "@/lib/auth/people/rules";
import type { PersonListed } from "@/lib/auth/people/types";
import { systemScope } from "@/lib/core/scope";
import { getGatewayByName, listGateways, listKeys } from "@/lib/gateways/queries";
import { keyState } from "@/lib/gateways/rules";
import { listTenants } from "@/lib/tenants/queries";
import { needed, readFlags } from "../input";
import { minute, table } from "../table";
import type { Verb } from "../verb";

const scope = systemScope("command line");

const keysOf = (tenants: readonly { key: string }[]) => tenants.map(({ key }) => key);

export const gatewayList: Verb = {
  usage: "gateway list",
  async run(args) {
    readFlags(args, {});
    const gateways = await listGateways(scope);
    return {
      json: {
        gateways: gateways.map((gateway) => ({
          id: gateway.id,
          name: gateway.name,
          tenants: keysOf(gateway.tenants),
          callback_url: gateway.callbackUrl,
          callback_off_at: gateway.callbackOffAt,
          created_at: gateway.createdAt,
        })),
      },
      lines: table(
        ["NAME", "TENANTS", "CALLBACK", "CREATED"],
        gateways.map((gateway) => [
          gateway.name,
          keysOf(gateway.tenants).join(","),
          `${gateway.callbackUrl ?? "-"}${gateway.callbackOffAt ? " (off)" : ""}`,
          minute(gateway.createdAt),
        ]),
        "There is no gateway. Make one: gateway create --name N --tenants a,b.",
      ),
    };
  },
};

export const keyList: Verb = {
  usage: "key list --gateway N",
  async run(args) {
    const { values } = readFlags(args, { gateway: "text" });
    const gateway = await getGatewayByName(scope, needed(values.gateway, "gateway", "my-gateway"));
    const now = new Date();
    const keys = (await listKeys(scope, gateway.id)).map((key) => ({ ...key, state: keyState(key, now) }));
    return {
      json: {
        gateway: gateway.name,
        keys: keys.map((key) => ({
          id: key.id,
          prefix: key.prefix,
          state: key.state,
          tenants: keysOf(key.tenants),
          created_at: key.createdAt,
          last_used_at: key.lastUsedAt,
          ends_at: key.endsAt,
          revoked_at: key.revokedAt,
        })),
      },
      lines: table(
        ["ID", "BEGINS WITH", "STATE", "TENANTS", "LAST USED", "CREATED"],
        keys.map((key) => [
          key.id,
          key.prefix,
          key.state,
          keysOf(key.tenants).join(","),
          minute(key.lastUsedAt),
          minute(key.createdAt),
        ]),
        `${gateway.name} has no key. Make one: key create --gateway ${gateway.name} --tenants a,b.`,
      ),
    };
  },
};

export const tenantList: Verb = {
  usage: "tenant list",
  async run(args) {
    readFlags(args, {});
    const tenants = await listTenants(scope);
    return {
      json: {
        tenants: tenants.map((tenant) => ({
          id: tenant.id,
          key: tenant.key,
          name: tenant.name,
          first_row_at: tenant.firstRowAt,
          created_at: tenant.createdAt,
        })),
      },
      lines: table(
        ["KEY", "NAME", "FIRST CALL", "CREATED"],
        tenants.map((tenant) => [
          tenant.key,
          tenant.name,
          minute(tenant.firstRowAt),
          minute(tenant.createdAt),
        ]),
        "There is no tenant. The first gateway creates those it serves.",
      ),
    };
  },
};

export const userList: Verb = {
  usage: "user list",
  async run(args) {
    readFlags(args, {});
    const people: PersonListed[] = [];
    let cursor: string | undefined;
    do {
      const page = await listPeople(scope, { cursor });
      people.push(...page.rows);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return {
      json: {
        users: people.map((person) => ({
          id: person.id,
          email: person.email,
          name: person.name,
          role: person.role,
          tenants: person.tenants ?? "all",
          state: stateOf(person),
          last_sign_in_at: person.lastSignInAt,
          created_at: person.createdAt,
        })),
      },
      lines: table(
        ["E-MAIL", "NAME", "ROLE", "TENANTS", "STATE", "LAST SIGN-IN"],
        people.map((person) => [
          person.email,
          person.name,
          person.role,
          person.tenants === null ? "all" : person.tenants.join(",") || "none",
          stateOf(person),
          minute(person.lastSignInAt),
        ]),
        "No account can sign in. Make the first administrator: setup-link.",
      ),
    };
  },
};
