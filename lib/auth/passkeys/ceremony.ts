import "server-only";
import { createPublicKey, type JsonWebKeyInput } from "node:crypto";
import { DomainError } from "@/lib/core/errors";
import type { NewPasskeyResponse, PasskeyResponse, Site } from "./types";

// Loaded on first use of a passkey: the library parses many vendors' certificates.
const library = () => import("@simplewebauthn/server");

/** COSE numbers of EdDSA, ES256 and RS256, which `assertion.ts` verifies. */
export const ALGORITHMS = [-8, -7, -257];

/** COSE labels of key members (RFC 9052 §7, RFC 9053 §7, RFC 8230 §4). */
const LABEL = { type: 1, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 };
const TYPE = { okp: 1, ec2: 2, rsa: 3 };

type MadePasskey = {
  credentialId: string;
  publicKey: string;
  coseKey: string;
  counter: bigint;
  transports: string[];
  synced: boolean;
};

/**
 * Verifies a browser's registration response.
 * @throws DomainError VALIDATION_ERROR where it does not match the request
 */
export async function readNewPasskey(
  response: NewPasskeyResponse,
  { challenge, origin, rpId }: Site & { challenge: string },
): Promise<MadePasskey> {
  const { verifyRegistrationResponse } = await library();
  const found = await verifyRegistrationResponse({
    // The library requires optional members to be absent, not undefined.
    response: JSON.parse(JSON.stringify(response)) as Parameters<
      typeof verifyRegistrationResponse
    >[0]["response"],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    throw notMade(error);
  });
  if (!found.verified) throw notMade(null);
  const { credential, credentialBackedUp } = found.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: await spkiOf(credential.publicKey),
    coseKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: BigInt(credential.counter),
    transports: response.response.transports ?? [],
    synced: credentialBackedUp,
  };
}

function notMade(error: unknown): DomainError {
  const why = error instanceof Error ? ` (${error.message})` : "";
  return new DomainError(
    "VALIDATION_ERROR",
    `What the browser made is not what was asked for${why}. No passkey was added; try again.`,
  );
}

/** The key as SPKI in DER, base64url, which every library reads. */
async function spkiOf(cose: Uint8Array<ArrayBuffer>): Promise<string> {
  const { decodeCredentialPublicKey } = await import("@simplewebauthn/server/helpers");
  const read = decodeCredentialPublicKey(cose) as unknown as Map<number, unknown>;
  const text = (label: number) => Buffer.from(read.get(label) as Uint8Array).toString("base64url");
  const jwk = () => {
    switch (read.get(LABEL.type)) {
      case TYPE.okp:
        return { kty: "OKP", crv: "Ed25519", x: text(LABEL.x) };
      case TYPE.rsa:
        return { kty: "RSA", n: text(LABEL.modulus), e: text(LABEL.exponent) };
      default:
        return { kty: "EC", crv: "P-256", x: text(LABEL.x), y: text(LABEL.y) };
    }
  };
  const key = createPublicKey({ key: jwk(), format: "jwk" } satisfies JsonWebKeyInput);
  return key.export({ format: "der", type: "spki" }).toString("base64url");
}

/**
 * Verifies a signature with the library; the caller compares counters.
 * @returns why it is invalid, in short; null if it is valid
 */
export async function signingProblem(
  response: PasskeyResponse,
  passkey: { credentialId: string; coseKey: string },
  { challenge, origin, rpId }: Site & { challenge: string },
): Promise<string | null> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: JSON.parse(JSON.stringify(response)) as Parameters<
        typeof verifyAuthenticationResponse
      >[0]["response"],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(Buffer.from(passkey.coseKey, "base64url")),
        counter: 0,
      },
    });
    return verified ? null : "the signature is not one of the key";
  } catch (error) {
    return error instanceof Error ? error.message : "it cannot be read";
  }
}
