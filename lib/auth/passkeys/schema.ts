import * as z from "zod";
import { IDENTIFIER, IDENTIFIER_FORM } from "@/lib/core/text/identifiers";
import { PASSWORD_CHARACTERS_MAX } from "../types";
import { type NewPasskeyResponse, PASSKEY_NAME_MAX, type PasskeyResponse } from "./types";

// Responses have a few hundred bytes; an attestation may contain certificates.
const BYTES_MAX = 2_048;
const ATTESTATION_MAX = 16_384;
const CREDENTIAL_MAX = 1_400;

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, "base64url");

const shared = {
  id: base64url(CREDENTIAL_MAX),
  rawId: base64url(CREDENTIAL_MAX),
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}),
  authenticatorAttachment: z.string().max(50).optional(),
};

export const passkeyResponseSchema: z.ZodType<PasskeyResponse> = z.object({
  ...shared,
  response: z.object({
    authenticatorData: base64url(BYTES_MAX),
    clientDataJSON: base64url(BYTES_MAX),
    signature: base64url(BYTES_MAX),
    userHandle: base64url(200).optional(),
  }),
});

const newPasskeyResponse: z.ZodType<NewPasskeyResponse> = z.object({
  ...shared,
  response: z.object({
    attestationObject: base64url(ATTESTATION_MAX),
    clientDataJSON: base64url(BYTES_MAX),
    transports: z.array(z.string().max(30)).max(10).optional(),
    publicKeyAlgorithm: z.number().optional(),
    publicKey: base64url(BYTES_MAX).optional(),
    authenticatorData: base64url(ATTESTATION_MAX).optional(),
  }),
});

const passkeyName = z
  .string()
  .trim()
  .min(1, { error: "a name, so that you know it again", abort: true })
  .max(PASSKEY_NAME_MAX, { error: `at most ${PASSKEY_NAME_MAX} characters` })
  .regex(IDENTIFIER, `a name, ${IDENTIFIER_FORM}`);

const password = z.string().max(PASSWORD_CHARACTERS_MAX).optional();

export const beginPasskeySchema = z.strictObject({ password });

export const addPasskeySchema = z.strictObject({ name: passkeyName, response: newPasskeyResponse });

export const renamePasskeySchema = z.strictObject({ id: z.string(), name: passkeyName });

export const removePasskeySchema = z.strictObject({ id: z.string(), password });
