// The tests' part of oidc-provider, which has no types.
declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  type Account = { accountId: string; claims: () => Promise<Record<string, unknown>> };
  type Configuration = {
    clients: Record<string, unknown>[];
    pkce: { required: () => boolean };
    claims: Record<string, string[]>;
    cookies: { keys: string[] };
    findAccount: (context: unknown, sub: string) => Account;
  };

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
  }
}
