import { createTokenFor } from "@/lib/auth/credentials/tokens";
import { createUser } from "@/lib/auth/people/commands";
import { createUserSchema, tokenDaysSchema } from "@/lib/auth/schema";
import { createSetupLink, setupState } from "@/lib/auth/sign-in/setup";
import { env } from "@/lib/core/env";
import { systemScope } from "@/lib/core/scope";
import { checked, lineFromStdin, listOf, needed, readFlags, wholeNumber } from "../input";
import type { Verb } from "../verb";

const scope = systemScope("command line");

export const setupLink: Verb = {
  usage: "setup-link [--if-needed]",
  async run(args) {
    const { values } = readFlags(args, { "if-needed": "switch" });
    if (values["if-needed"] && !(await setupState()).needed) {
      return { json: { needed: false }, lines: ["A person can sign in already; no setup link is needed."] };
    }
    const { url, expiresAt } = await createSetupLink(env().PUBLIC_URL);
    return {
      json: { needed: true, url, expires_at: expiresAt },
      lines: [url, `It makes the first administrator, once, until ${expiresAt.toISOString()}.`],
    };
  },
};

export const userCreate: Verb = {
  usage:
    "user create --email E --role admin|approver|triager|viewer [--tenants a,b] [--name N] [--password-stdin]",
  async run(args) {
    const { values } = readFlags(args, {
      email: "text",
      role: "text",
      tenants: "text",
      name: "text",
      "password-stdin": "switch",
    });
    const input = checked(createUserSchema, {
      email: needed(values.email, "email", "maya@acme.example"),
      role: needed(values.role, "role", "admin|approver|triager|viewer"),
      name: values.name,
      tenants: values.tenants === undefined ? undefined : listOf(values.tenants),
      password: values["password-stdin"] ? await lineFromStdin() : undefined,
    });
    const { id, email } = await createUser(scope, input);
    const tenants = input.tenants ?? "all";
    const where = input.tenants?.join(", ") ?? "every tenant";
    const how = input.password === undefined ? "single sign-on" : "the password";
    return {
      json: { id, email, role: input.role, tenants },
      lines: [`${email} can sign in with ${how}, as ${input.role} for ${where}.`],
    };
  },
};

export const tokenCreate: Verb = {
  usage: "token create --email E [--days N]",
  async run(args) {
    const { values } = readFlags(args, { email: "text", days: "text" });
    const email = needed(values.email, "email", "maya@acme.example");
    const days = checked(tokenDaysSchema, wholeNumber(values.days, "days"));
    const { id, token, prefix, expiresAt } = await createTokenFor(scope, email, days);
    const until = expiresAt ? `until ${expiresAt.toISOString()}` : "until it is revoked";
    return {
      json: { id, token, prefix, email, expires_at: expiresAt },
      lines: [token, `It acts as ${email}, ${until}. It is shown only now.`],
    };
  },
};
