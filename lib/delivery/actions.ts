"use server";

import { personAction } from "@/lib/auth/action";
import { callbackInput } from "@/lib/gateways/schema";
import * as commands from "./commands";
import { moveCallback } from "./move-owed";
import { deliveryInput, gatewayInput } from "./schema";

/** Changes or takes away the callback URL. */
export async function changeCallback(input: { gatewayId: string; url: string | null }) {
  return personAction(callbackInput, input, async (scope, { gatewayId, url }) => {
    const { id } = await moveCallback(scope, gatewayId, url);
    return { id };
  });
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
