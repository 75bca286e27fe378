/** A passkey as people see it; never its key. */
export type PasskeyInfo = {
  id: string;
  name: string;
  /** The first characters of its credential id and of the digest of its key, to tell passkeys apart. */
  fingerprint: string;
  /** Kept by a provider and shared between the person's devices; else in one device. */
  synced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** A passkey of which its person is told. */
export type NewPasskey = { id: string; name: string; at: Date };

/** Who may decide calls of a tenant, and how many of them have a passkey. `without`: some of the others, by name. */
export type PasskeyHolders = { deciders: number; withPasskey: number; without: string[] };

/** Where passkeys are good for, out of PUBLIC_URL and of nothing else. */
export type Site = { rpId: string; origin: string };

/** How somebody has to show that it is them before their passkeys change: nothing more, their password, or a new sign-in. */
export type Proof = "fresh" | "password" | "sign_in";

/** What a browser hands back when a passkey signed: members as WebAuthn names them, bytes as base64url. */
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

/** What a browser hands back when a passkey was made. */
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

/** A signature of a passkey, with its key: all that is needed to check it, bytes as base64url. Members are named as they are told outside. */
export type Assertion = {
  credential_id: string;
  /** SPKI in DER. */
  public_key: string;
  authenticator_data: string;
  client_data_json: string;
  signature: string;
};

/** What a page hands to the browser to have something signed. */
export type SigningOptions = {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: "required";
  allowCredentials: { id: string; type: "public-key"; transports?: string[] }[];
};

/** So long a challenge can be used; finding one's phone takes a while. */
export const CHALLENGE_SECONDS = 180;

/** So long after a sign-in nobody is asked again who they are. */
export const FRESH_SECONDS = 600;

export const PASSKEY_NAME_MAX = 80;

/** Of one person. */
export const PASSKEYS_MAX = 20;

/** People are told of a passkey that was added in another of their sessions for so long. */
export const NEW_PASSKEY_DAYS = 7;
