import * as z from "zod";

const id = z.string().max(100);

export const gatewayInput = z.strictObject({ gatewayId: id });

export const deliveryInput = z.strictObject({ deliveryId: id });
