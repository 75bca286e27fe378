import { createServer } from "node:http";
import { Provider } from "oidc-provider";

type Claims = Record<string, unknown>;

/**
 * A real OpenID provider on this machine. The test chooses who signs in.
 * @param client.site the origin of the app that people come from
 */
export async function startIdentityProvider(client: { id: string; secret: string; site: string }) {
  const people = new Map<string, Claims>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const issuer = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${client.site}/api/auth/callback/oidc`],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    cookies: { keys: ["only for tests"] },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
  });
  server.on("request", provider.callback());
  return {
    issuer,
    tell: (sub: string, claims: Claims) => people.set(sub, claims),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
