"use server";

import { personAction } from "@/lib/auth/action";
import { switchCallback } from "@/lib/gateways/commands";
import * as commands from "./commands";
import { moveCallback, registerGateway } from "./registration";
import {
  callbackInput,
  deliveryInput,
  gatewayInput,
  registerInput,
  rotateSecretInput,
  switchInput,
} from "./schema";
import { rotateGatewaySecret } from "./secrets";

/** Registers a gateway; its signing secret is in this answer and nowhere else. */
export async function register(input: { name: string; tenants: string[]; callbackUrl: string }) {
  return personAction(registerInput, input, async (scope, parsed) => {
    const { gateway, secret } = await registerGateway(scope, parsed);
    return { id: gateway.id, name: gateway.name, secret };
  });
}

/** Changes or takes away the callback URL. */
export async function changeCallback(input: { gatewayId: string; url: string | null }) {
  return personAction(callbackInput, input, async (scope, { gatewayId, url }) => {
    const { id } = await moveCallback(scope, gatewayId, url);
    return { id };
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

/** Sends a test callback now. */
export async function ping(input: { gatewayId: string }) {
  return personAction(gatewayInput, input, async (scope, { gatewayId }) => {
    const { deliveryId } = await commands.sendTestPing(scope, gatewayId);
    return { deliveryId };
  });
}

/** Sends one finished callback again. */
export async function replay(input: { deliveryId: string }) {
  return personAction(deliveryInput, input, (scope, { deliveryId }) =>
    commands.replayDelivery(scope, deliveryId),
  );
}

/** Sends again what a gateway could not be told. */
export async function replayAll(input: { gatewayId: string }) {
  return personAction(gatewayInput, input, (scope, { gatewayId }) =>
    commands.replayUndelivered(scope, gatewayId),
  );
}
