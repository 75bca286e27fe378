import { env } from "@/lib/core/env";
import type { SystemScope, UserScope } from "@/lib/core/scope";
import { assertCallbackTarget } from "./callback-url";
import { createGateway } from "./commands";
import type { CreateGateway } from "./schema";
import { createSigningSecret } from "./signing-secrets";
import type { Gateway } from "./types";

/**
 * Registers a gateway with its first signing secret, after checking its callback URL.
 * @returns the secret too, to show once
 * @throws DomainError VALIDATION_ERROR, CONFLICT, FORBIDDEN
 */
export async function registerGateway(
  scope: UserScope | SystemScope,
  input: CreateGateway,
): Promise<{ gateway: Gateway; secret: string }> {
  if (input.callbackUrl !== undefined) assertTarget(input.callbackUrl, "callbackUrl");
  let secret = "";
  const gateway = await createGateway(scope, input, async (tx, id) => {
    secret = await createSigningSecret(tx, id);
    return [{ action: "gateway.secret_created", subject: { kind: "gateway", id } }];
  });
  return { gateway, secret };
}

export function assertTarget(url: string, field: string): void {
  assertCallbackTarget(url, env().callbackAllowCidrs, `/${field}`);
}
