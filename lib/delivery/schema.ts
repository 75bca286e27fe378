import * as z from "zod";
import { callbackUrlSchema, createGatewaySchema, overlapSchema, REASON_MAX } from "@/lib/gateways/schema";

/** Days a callback that was told stays in the log, with its attempts. Those that were not told stay until somebody deals with them. */
export const TOLD_DAYS = 30;

export const DELIVERY_STATES = ["waiting", "sending", "delivered", "dead"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The `data` of a `test.ping`. */
export const pingDataWire = z.object({
  gateway: z.string(),
  tenant: z.string(),
  sent_by: z.string().describe("Who pressed the button."),
  message: z.string(),
});

const id = z.string().max(100);

/** A form's empty text is no URL. */
const optionalUrl = z.union([z.literal("").transform(() => undefined), callbackUrlSchema]).optional();
export const registerInput = createGatewaySchema.extend({
  name: createGatewaySchema.shape.name.min(1, "Give it a name."),
  callbackUrl: optionalUrl,
});
export const callbackInput = z.strictObject({
  gatewayId: id,
  url: z.union([z.literal("").transform(() => null), callbackUrlSchema, z.null()]),
});
export const switchInput = z.strictObject({
  gatewayId: id,
  reason: z.string().trim().min(1, "Say why, for those who find it off.").max(REASON_MAX).nullable(),
});
export const rotateSecretInput = z.strictObject({ gatewayId: id, overlapHours: overlapSchema });
export const gatewayInput = z.strictObject({ gatewayId: id });
export const deliveryInput = z.strictObject({ deliveryId: id });

/** A signing secret by its dates; the secret itself is shown once and never again. */
export type SecretDates = { id: string; createdAt: Date; endsAt: Date | null };

export type ReplayResult = { id: string; ok: boolean; message: string | null };

/** One callback that could not be told, with the gateway it was for. */
export type UndeliveredRow = {
  id: string;
  gatewayId: string;
  gateway: string;
  /** Why nothing can be sent to it now; null when it can be called. */
  blocked: "no-url" | "off" | null;
  /** Whether it tells of an approval that can be used no more. */
  lapsed: boolean;
  tenant: string;
  type: string;
  approvalId: string | null;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  finishedAt: Date | null;
};
