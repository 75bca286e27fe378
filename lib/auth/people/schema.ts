import * as z from "zod";
import { IDENTIFIER, IDENTIFIER_FORM } from "@/lib/core/text/identifiers";
import { tenantKeySchema } from "@/lib/tenants/schema";
import { emailSchema, nameSchema, newPasswordSchema, roleSchema } from "../schema";
import { SAVED_NAME_MAX } from "./types";

const TENANTS_MAX = 500;

const LINK_DAYS_MAX = 30;

const TOKEN_TEXT_MAX = 200;

const TOKEN_DAYS_MAX = 366;

const id = z.string().max(100);

const days = z.number().int().min(1).max(LINK_DAYS_MAX);

const limits = z
  .array(tenantKeySchema)
  .min(1, "Choose at least one tenant, or all of them.")
  .max(TENANTS_MAX, `at most ${TENANTS_MAX} tenants`)
  .nullable();

export const idSchema = z.strictObject({ id });

export const emptySchema = z.strictObject({});

/** `tenants`: null is every tenant. */
export const inviteSchema = z.strictObject({ email: emailSchema, role: roleSchema, tenants: limits, days });

export type Invite = z.infer<typeof inviteSchema>;

export const renewInvitationSchema = z.strictObject({ id, days });

export const passwordLinkSchema = z.strictObject({ userId: id, days });

const token = z.string().min(1).max(TOKEN_TEXT_MAX);

export const acceptInvitationSchema = z.strictObject({
  token,
  name: nameSchema,
  password: newPasswordSchema,
});

export type AcceptInvitation = z.infer<typeof acceptInvitationSchema>;

export const resetPasswordSchema = z.strictObject({ token, password: newPasswordSchema });

export type ResetPassword = z.infer<typeof resetPasswordSchema>;

export const setRoleSchema = z.strictObject({ id, role: roleSchema });

export const setLimitsSchema = z.strictObject({ id, tenants: limits });

export const renameSchema = z.strictObject({ name: nameSchema });

export const changePasswordSchema = z.strictObject({
  current: z
    .string()
    .min(1, "your current password")
    .max(newPasswordSchema.maxLength ?? TOKEN_TEXT_MAX),
  password: newPasswordSchema,
  endOthers: z.boolean(),
});

export type ChangePassword = z.infer<typeof changePasswordSchema>;

export const createTokenSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: "a name that says what it is for", abort: true })
    .max(100)
    .regex(IDENTIFIER, IDENTIFIER_FORM),
  days: z.number().int().min(1).max(TOKEN_DAYS_MAX),
});

const SAVED_QUERY_MAX = 1_000;

const savedName = z
  .string()
  .trim()
  .min(1, { error: "Give it a name.", abort: true })
  .max(SAVED_NAME_MAX)
  .regex(IDENTIFIER, IDENTIFIER_FORM);

export const saveViewInput = z.strictObject({ name: savedName, query: z.string().max(SAVED_QUERY_MAX) });

export const renameViewInput = z.strictObject({ id: z.uuid(), name: savedName });

export const deleteViewInput = z.strictObject({ id: z.uuid() });
