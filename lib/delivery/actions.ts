"use server";

import { personAction } from "@/lib/auth/action";
import { callbackInput } from "@/lib/gateways/schema";
import { sendTestPing } from "./commands";
import { moveCallback } from "./redirection";
import { gatewayInput } from "./schema";

export async function changeCallback(input: { gatewayId: string; url: string | null }) {
  return personAction(callbackInput, input, async (scope, { gatewayId, url }) => {
    const { id } = await moveCallback(scope, gatewayId, url);
    return { id };
  });
}

export async function ping(input: { gatewayId: string }) {
  return personAction(gatewayInput, input, async (scope, { gatewayId }) => {
    const { deliveryId } = await sendTestPing(scope, gatewayId);
    return { deliveryId };
  });
}
