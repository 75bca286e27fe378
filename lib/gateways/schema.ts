import * as z from "zod";
import { NAME_MAX } from "@/lib/core/wire";
import { tenantKeySchema } from "@/lib/tenants/schema";

// A gateway's own list; past this a single key would be a skeleton key.
const TENANTS_MAX = 1_000;
const URL_MAX = 2_000;

/** Gateways are named in commands and addresses, so their names need no quoting. */
export const gatewayNameSchema = z
  .string()
  .max(NAME_MAX)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    "letters, digits, dots, dashes or underscores, beginning with a letter or digit",
  );

/** Where decisions are told. Which addresses may be reached is judged at sending, when the name is resolved. */
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

/** A key of a caller's own making (headless set-up); as strong as those made here. */
export const apiKeySchema = z
  .string()
  .regex(/^csk_[A-Za-z0-9_-]{32,200}$/, "csk_ and at least 32 letters, digits, dashes or underscores");

export type TenantName = { id: string; key: string };

export type Gateway = {
  id: string;
  name: string;
  callbackUrl: string | null;
  callbackOffAt: Date | null;
  callbackOffReason: string | null;
  createdAt: Date;
  /** Those of its tenants that the reader may see. */
  tenants: TenantName[];
};

export type GatewayKey = {
  id: string;
  gatewayId: string;
  /** The first characters, to tell keys apart. */
  prefix: string;
  tenants: TenantName[];
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};
