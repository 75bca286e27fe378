import * as z from "zod";
import { tenantKeySchema } from "@/lib/tenants/schema";

export const cancelPendingSchema = z.strictObject({ key: tenantKeySchema });

/** Calls one request cancels; a page asks again until none is left, and shows how far it is. */
export const CANCELLED_AT_ONCE = 50;

export type CancelledSome = { cancelled: number; left: number };
