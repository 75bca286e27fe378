import * as z from "zod";
import type { Subscription } from "./types";

// Push services use 200 to 800 characters.
const ENDPOINT_MAX = 2_000;
// An uncompressed P-256 point, and the secret of RFC 8291, section 3.2.
const POINT_BYTES = 65;
const SECRET_BYTES = 16;

function bytes(length: number) {
  const characters = Math.ceil((length * 4) / 3);
  return z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}={0,2}$`), `${length} bytes as base64url`);
}

const subscription: z.ZodType<Subscription> = z.object({
  endpoint: z.url({ protocol: /^https?$/, error: "the URL of a push service" }).max(ENDPOINT_MAX),
  keys: z.object({ p256dh: bytes(POINT_BYTES), auth: bytes(SECRET_BYTES) }),
});

export const addDeviceSchema = z.strictObject({ subscription, publicKey: bytes(POINT_BYTES) });

export const endpointSchema = z.strictObject({ endpoint: z.string().max(ENDPOINT_MAX) });

export const deviceSchema = z.strictObject({ id: z.string() });

/** The stored setting; another version may have more. */
export const storedKeysSchema = z.object({
  publicKey: bytes(POINT_BYTES),
  privateKey: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
});

export const noInputSchema = z.strictObject({});
