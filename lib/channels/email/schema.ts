import * as z from "zod";
import { MAIL_SECURITY, type MailServer } from "./types";

const HOST_MAX = 253;
const CREDENTIAL_MAX = 1_000;
const FROM_MAX = 200;
const PORT_MAX = 65_535;

const host = z
  .string()
  .trim()
  .max(HOST_MAX)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|[0-9a-f:]+)$/i,
    "a host name or IP address, for example smtp.acme.example",
  );

const credential = z
  .string()
  .max(CREDENTIAL_MAX)
  .regex(/^[^\0\r\n]*$/, "one line")
  .transform((text) => (text === "" ? null : text));

const mailSenderSchema = z
  .string()
  .trim()
  .max(FROM_MAX)
  .regex(
    /^(?:[^<>"\r\n]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    "an address, for example Countersign <countersign@acme.example>",
  );

export const saveMailServerInput = z
  .strictObject({
    host,
    port: z.coerce
      .number("a port number")
      .int("a port number")
      .min(1, "a port number")
      .max(PORT_MAX, "a port number"),
    security: z.enum(MAIL_SECURITY, "starttls, tls or none"),
    user: credential,
    password: credential.nullable().describe("Null: the stored one stays."),
    from: mailSenderSchema,
  })
  .refine(({ user, password }) => user !== null || password === null, {
    message: "a user name, because there is a password",
    path: ["user"],
  })
  .refine(({ user, security }) => user === null || security !== "none", {
    message: "TLS, because the password would travel in the clear",
    path: ["security"],
  });

export type SaveMailServer = z.output<typeof saveMailServerInput>;

/** What is stored, as of this version or an earlier one. */
export const storedMailServer: z.ZodType<MailServer> = z.object({
  host: z.string(),
  port: z.number(),
  security: z.enum(MAIL_SECURITY),
  user: z.string().nullable(),
  password: z.string().nullable(),
  from: z.string(),
});
