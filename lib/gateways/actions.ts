"use server";

import { personAction } from "@/lib/auth/action";
import { addGatewayTenants, switchCallback } from "./commands";
import * as keys from "./keys";
import { registerGateway } from "./registration";
import {
  addTenantsInput,
  createKeyInput,
  registerInput,
  revokeKeyInput,
  rotateKeyInput,
  rotateSecretInput,
  switchInput,
} from "./schema";
import { rotateGatewaySecret } from "./signing-secrets";

/** Registers a gateway; its signing secret is in this answer and nowhere else. */
export async function register(input: { name: string; tenants: string[]; callbackUrl: string }) {
  return personAction(registerInput, input, async (scope, parsed) => {
    const { gateway, secret } = await registerGateway(scope, parsed);
    return { id: gateway.id, name: gateway.name, secret };
  });
}

/** Switches the callback off, with a reason, or on again. */
export async function turnCallback(input: { gatewayId: string; reason: string | null }) {
  return personAction(switchInput, input, async (scope, { gatewayId, reason }) => {
    const { id } = await switchCallback(scope, gatewayId, reason);
    return { id };
  });
}

/** A new signing secret; it is in this answer and nowhere else. */
export async function rotateSecret(input: { gatewayId: string; overlapHours: number }) {
  return personAction(rotateSecretInput, input, (scope, { gatewayId, overlapHours }) =>
    rotateGatewaySecret(scope, gatewayId, { overlapHours }),
  );
}

export async function createKey(input: { gatewayId: string; tenants: string[] }) {
  return personAction(createKeyInput, input, (scope, { gatewayId, tenants }) =>
    keys.createKey(scope, gatewayId, tenants),
  );
}

export async function rotateKey(input: { keyId: string; overlapHours: number }) {
  return personAction(rotateKeyInput, input, async (scope, { keyId, overlapHours }) => {
    const { id, key, prefix, endsAt } = await keys.rotateKey(scope, keyId, overlapHours);
    return { id, key, prefix, endsAt: endsAt.toISOString() };
  });
}

export async function revokeKey(input: { keyId: string }) {
  return personAction(revokeKeyInput, input, (scope, { keyId }) => keys.revokeKey(scope, keyId));
}

export async function addTenants(input: { gatewayId: string; tenants: string[] }) {
  return personAction(addTenantsInput, input, async (scope, { gatewayId, tenants }) => {
    const gateway = await addGatewayTenants(scope, gatewayId, tenants);
    return { id: gateway.id };
  });
}
