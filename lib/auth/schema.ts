import * as z from "zod";
import { NAME_MAX } from "@/lib/core/limits";
import { IDENTIFIER, IDENTIFIER_FORM } from "@/lib/core/text/identifiers";
import { tenantKeySchema } from "@/lib/tenants/schema";
import { PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN, ROLES } from "./types";

export const roleSchema = z.enum(ROLES, "admin, approver, triager or viewer");

const EMAIL_MAX = 254;
// RFC 5321: a path without its brackets.

/** Always lower case, so that one person is one row. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(EMAIL_MAX)
  .pipe(z.email("an e-mail address, for example maya@acme.example"));

export const nameSchema = z
  .string()
  .trim()
  .min(1, { error: "a name", abort: true })
  .max(NAME_MAX)
  .regex(IDENTIFIER, `a name, ${IDENTIFIER_FORM}`);

export const newPasswordSchema = z
  .string()
  .min(
    PASSWORD_CHARACTERS_MIN,
    `at least ${PASSWORD_CHARACTERS_MIN} characters; a few words in a row work well`,
  )
  .max(PASSWORD_CHARACTERS_MAX, `at most ${PASSWORD_CHARACTERS_MAX} characters`);

const notTheEmail = {
  when: (person: { email: string; password?: string }) => person.password?.toLowerCase() !== person.email,
  says: { path: ["password"], message: "something other than the e-mail address" },
};

export const setupSchema = z
  .strictObject({
    token: z.string().min(1).max(200),
    email: emailSchema,
    name: nameSchema,
    password: newPasswordSchema,
  })
  .refine(notTheEmail.when, notTheEmail.says);

export type Setup = z.infer<typeof setupSchema>;

/** A new person; without a password only for single sign-on. */
export const createUserSchema = z
  .strictObject({
    email: emailSchema,
    name: nameSchema.optional(),
    role: roleSchema,
    /** Undefined: every tenant. A list: only these. */
    tenants: z.array(tenantKeySchema).min(1, "at least one tenant, or none named for all").optional(),
    password: newPasswordSchema.optional(),
  })
  .refine(notTheEmail.when, notTheEmail.says);

export type CreateUser = z.infer<typeof createUserSchema>;

/** The sign-in form. Accepts a password of any length, so that the response reveals no rules. */
export const credentialsSchema = z.object({
  email: emailSchema,
  password: z.string().min(1).max(PASSWORD_CHARACTERS_MAX),
});

/** Longer than for tokens from the profile page: the command line creates them for programs. */
const CLI_TOKEN_DAYS_MAX = 3_650;

export const tokenDaysSchema = z.number().int().min(1).max(CLI_TOKEN_DAYS_MAX).optional();
