export type PasskeyInfo = {
  id: string;
  name: string;
  /** The start of its credential id and of its key's digest, to distinguish passkeys. */
  fingerprint: string;
  /** True: a provider syncs it between devices; false: it stays on one device. */
  synced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
};

export type NewPasskey = { id: string; name: string; at: Date };

/** Deciders of a tenant, and those with a passkey. `without`: names of some others. */
export type PasskeyHolders = { deciders: number; withPasskey: number; without: string[] };

/** The site of passkeys, derived from PUBLIC_URL only. */
export type Site = { rpId: string; origin: string };

/** The proof that a change of passkeys requires: nothing more, the password, or a new sign-in. */
export type Proof = "fresh" | "password" | "sign_in";

/** A browser's signature response: members as in WebAuthn, bytes as base64url. */
export type PasskeyResponse = {
  id: string;
  rawId: string;
  type: "public-key";
  response: {
    authenticatorData: string;
    clientDataJSON: string;
    signature: string;
    userHandle?: string;
  };
  clientExtensionResults: object;
  authenticatorAttachment?: string;
};

export type NewPasskeyResponse = {
  id: string;
  rawId: string;
  type: "public-key";
  response: {
    attestationObject: string;
    clientDataJSON: string;
    transports?: string[];
    publicKeyAlgorithm?: number;
    publicKey?: string;
    authenticatorData?: string;
  };
  clientExtensionResults: object;
  authenticatorAttachment?: string;
};

/** A signature with its key: enough to verify it, bytes as base64url, members as on the wire. */
export type Assertion = {
  credential_id: string;
  public_key: string;
  authenticator_data: string;
  client_data_json: string;
  signature: string;
};

export type SigningOptions = {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: "required";
  allowCredentials: { id: string; type: "public-key"; transports?: string[] }[];
};

/** Lifetime of a challenge; it takes a while to find one's phone. */
export const CHALLENGE_SECONDS = 180;

/** After a sign-in, people need no further proof for this long. */
export const FRESH_SECONDS = 600;

export const PASSKEY_NAME_MAX = 80;

export const PASSKEYS_MAX = 20;

/** Days for which people see a notice about a passkey from another session. */
export const NEW_PASSKEY_DAYS = 7;
