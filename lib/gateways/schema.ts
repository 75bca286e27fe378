import * as z from "zod";
import { NAME_MAX } from "@/lib/core/limits";
import { saidText } from "@/lib/core/text/blank";
import { tenantKeySchema } from "@/lib/tenants/schema";
import { OVERLAP_HOURS_MAX, REASON_MAX } from "./types";

// A single key for more tenants would be a master key.
const TENANTS_MAX = 1_000;

/** Longest URL that is called; proxies and logs carry it uncut. */
export const URL_MAX = 2_000;

/** Names appear in commands and URLs, so they need no quoting. */
export const gatewayNameSchema = z
  .string()
  .max(NAME_MAX)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    "letters, digits, dots, dashes or underscores, beginning with a letter or digit",
  );

/** Target addresses are checked at sending, after the name is resolved. */
export const callbackUrlSchema = z
  .string()
  .max(URL_MAX)
  .refine(isCallbackUrl, "an http or https URL without user name, password or fragment");

function isCallbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const http = url.protocol === "https:" || url.protocol === "http:";
  return http && url.username === "" && url.password === "" && !text.includes("#");
}

export const tenantKeysSchema = z.array(tenantKeySchema).min(1, "at least one tenant").max(TENANTS_MAX);

export const createGatewaySchema = z.strictObject({
  name: gatewayNameSchema,
  tenants: tenantKeysSchema,
  callbackUrl: callbackUrlSchema.optional(),
});

export type CreateGateway = z.infer<typeof createGatewaySchema>;

/** A caller-made key (headless setup), as strong as ours. */
export const apiKeySchema = z
  .string()
  .regex(/^csk_[A-Za-z0-9_-]{32,200}$/, "csk_ and at least 32 letters, digits, dashes or underscores");

const overlapSchema = z
  .number({ error: "a number of hours" })
  .min(0, "at least 0 hours")
  .max(OVERLAP_HOURS_MAX, `at most ${OVERLAP_HOURS_MAX} hours`);

const id = z.string().max(100);

export const createKeyInput = z.strictObject({
  gatewayId: id,
  tenants: z.array(tenantKeySchema).min(1, "Choose at least one tenant.").max(TENANTS_MAX),
});

export const rotateKeyInput = z.strictObject({ keyId: id, overlapHours: overlapSchema });

export const revokeKeyInput = z.strictObject({ keyId: id });

export const addTenantsInput = z.strictObject({ gatewayId: id, tenants: tenantKeysSchema });

/** An empty form field means no URL. */
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
  reason: z
    .string()
    .overwrite(saidText)
    .min(1, "Say why, for those who find it off.")
    .max(REASON_MAX)
    .nullable(),
});

export const rotateSecretInput = z.strictObject({ gatewayId: id, overlapHours: overlapSchema });
