"use server";

import { personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import { addTenantsInput, createKeyInput, revokeKeyInput, rotateKeyInput } from "./schema";

/** A new key, shown once. */
export async function createKey(input: { gatewayId: string; tenants: string[] }) {
  return personAction(createKeyInput, input, (scope, { gatewayId, tenants }) =>
    commands.createKey(scope, gatewayId, tenants),
  );
}

/** A new key in the place of another. */
export async function rotateKey(input: { keyId: string; overlapHours: number }) {
  return personAction(rotateKeyInput, input, async (scope, { keyId, overlapHours }) => {
    const { id, key, prefix, endsAt } = await commands.rotateKey(scope, keyId, overlapHours);
    return { id, key, prefix, endsAt: endsAt.toISOString() };
  });
}

/** Ends a key within a second. */
export async function revokeKey(input: { keyId: string }) {
  return personAction(revokeKeyInput, input, (scope, { keyId }) => commands.revokeKey(scope, keyId));
}

/** Lets a gateway serve further tenants. */
export async function addTenants(input: { gatewayId: string; tenants: string[] }) {
  return personAction(addTenantsInput, input, async (scope, { gatewayId, tenants }) => {
    const gateway = await commands.addGatewayTenants(scope, gatewayId, tenants);
    return { id: gateway.id };
  });
}
