import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { argumentsDigest, canonicalArguments } from "./digest";
import type { CallbackData } from "./event";
import type { Approval, PasskeySignature } from "./types";

// A gateway with the approvers' public keys trusts only decisions that one of them signed. Not even
// Countersign's server can forge such a signature. It proves what was signed, not what the screen
// showed.

export type PinnedKey = { person: string; credentialId: string; publicKey: string; name?: string };

export type SigningTrust = {
  /** The keys, as `passkey export` writes them. */
  approvers: readonly PinnedKey[];
  /** The origin on which people approve: Countersign's address, https or localhost. */
  origin: string;
  /** How many different people have to sign (default 1). */
  minimum?: number;
};

/** What the gateway itself knows of the call it is about to run. */
export type OwnCall = {
  tenant: string;
  provider: string | null;
  tool: string;
  /** The gateway's own id of the call. It prevents reusing a signature of another call. */
  externalId?: string | null;
  /** The arguments it is about to run, byte for byte. */
  argumentsText: string;
};

export type SignedBy = { person: string; name: string | undefined; verdict: "approve" | "break_glass" };

export type UnsignedReason = "not_approved" | "other_call" | "not_signed" | "too_few";

/** Why an approval is not trusted. Run nothing. */
export class UnsignedError extends Error {
  constructor(
    readonly reason: UnsignedReason,
    message: string,
  ) {
    super(message);
    this.name = "UnsignedError";
  }
}

type Decided = Pick<Approval, "decision" | "revision" | "tenant" | "provider" | "tool" | "externalId">;
type Vote = { passkey?: PasskeySignature | null };
type Told = Decided & { approvalId: string; votes: Vote[] };

/**
 * Checks that people with pinned keys signed this exact call: tool, arguments, approval and
 * revision.
 * @returns who signed
 * @throws UnsignedError when too few of them signed
 * @throws SyntaxError when the arguments are not JSON
 */
export function assertSigned(
  decided: Approval | CallbackData,
  call: OwnCall,
  trust: SigningTrust,
): SignedBy[] {
  const told = toldOf(decided);
  if (told.decision !== "approved")
    throw new UnsignedError(
      "not_approved",
      `The approval is ${told.decision}, so there is no signed approval.`,
    );
  for (const name of ["tenant", "provider", "tool"] as const)
    if (told[name] !== call[name])
      throw new UnsignedError("other_call", `The approval is for another ${name} than the call.`);
  if (call.externalId !== undefined && call.externalId !== told.externalId)
    throw new UnsignedError("other_call", "The approval is for a call with another id.");
  const argumentsSha256 = argumentsDigest(call.argumentsText);
  const found = told.votes.map(({ passkey }) => judged(told, argumentsSha256, passkey ?? null, trust));
  const signed = new Map(found.flatMap((one) => ("person" in one ? [[one.person, one] as const] : [])));
  const minimum = trust.minimum ?? 1;
  if (signed.size >= minimum) return [...signed.values()];
  const why = found.flatMap((one) => ("problem" in one ? [one.problem] : []));
  throw new UnsignedError(
    signed.size === 0 ? "not_signed" : "too_few",
    `${signed.size} of ${minimum} people whose keys are pinned signed this call${why.length > 0 ? `: ${[...new Set(why)].join("; ")}` : ""}.`,
  );
}

/** Unifies a callback and an approval. */
function toldOf(decided: Approval | CallbackData): Told {
  if ("approvalId" in decided) return { ...decided, votes: decided.decidedBy };
  return { ...decided, approvalId: decided.id };
}

function judged(
  told: Told,
  argumentsSha256: string,
  signed: PasskeySignature | null,
  { approvers, origin }: SigningTrust,
): SignedBy | { problem: string } {
  if (!signed) return { problem: "a vote carries no signature" };
  const pinned = approvers.find(
    ({ credentialId, publicKey, person }) =>
      credentialId === signed.credentialId && publicKey === signed.publicKey && person === signed.person,
  );
  if (!pinned) return { problem: "a key is not pinned" };
  const verdicts = ["approve", "break_glass"] as const;
  const challenge = challengeIn(signed.clientDataJson);
  const verdict = verdicts.find(
    (one) => challengeOf(statement(told, argumentsSha256, signed, one, origin)) === challenge,
  );
  if (!verdict) return { problem: "something else was signed than this call" };
  const problem = assertionProblem(signed, pinned.publicKey, origin);
  return problem === null ? { person: pinned.person, name: pinned.name, verdict } : { problem };
}

/** The text whose digest is the challenge, built from the gateway's data and the signature. */
function statement(
  told: Told,
  argumentsSha256: string,
  { person, nonce, callSha256 }: PasskeySignature,
  decision: SignedBy["verdict"],
  origin: string,
): string {
  return canonicalArguments(
    JSON.stringify({
      kind: "countersign.decision",
      version: 1,
      approval_id: told.approvalId,
      external_id: told.externalId,
      tenant: told.tenant,
      provider: told.provider,
      tool: told.tool,
      revision: told.revision,
      arguments_sha256: argumentsSha256,
      call_sha256: callSha256,
      decision,
      person,
      origin,
      nonce,
    }),
  );
}

const bytes = (base64url: string) => Buffer.from(base64url, "base64url");
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const challengeOf = (text: string) => sha256(text).toString("base64url");

type ClientData = {
  type?: unknown;
  challenge?: unknown;
  origin?: unknown;
  crossOrigin?: unknown;
  topOrigin?: unknown;
};

function clientData(base64url: string): ClientData {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes(base64url)));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {}; // no JSON, so nothing of it fits
  }
}

const challengeIn = (base64url: string) => clientData(base64url).challenge;

/** Offsets in the authenticator data (WebAuthn §6.1). */
const RP_ID_BYTES = 32;
const HEAD_BYTES = 37;
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;

/**
 * Why the bytes are not a valid signature of the key on this site with user verification; null if
 * valid.
 */
function assertionProblem(signed: PasskeySignature, publicKey: string, origin: string): string | null {
  const client = clientData(signed.clientDataJson);
  if (client.type !== "webauthn.get") return "it is no signature of a passkey";
  if (client.origin !== origin || client.crossOrigin === true || client.topOrigin !== undefined)
    return "it was signed on another site";
  const data = bytes(signed.authenticatorData);
  if (data.length < HEAD_BYTES) return "the authenticator’s data are too short";
  if (!data.subarray(0, RP_ID_BYTES).equals(sha256(new URL(origin).hostname)))
    return "the passkey is for another site";
  const flags = data[RP_ID_BYTES] ?? 0;
  if ((flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0)
    return "the device did not make sure who it is";
  const text = Buffer.concat([data, sha256(bytes(signed.clientDataJson))]);
  return isSignature(publicKey, text, bytes(signed.signature)) ? null : "the signature is not one of the key";
}

function isSignature(publicKey: string, text: Buffer, signature: Buffer): boolean {
  try {
    const key = createPublicKey({ key: bytes(publicKey), format: "der", type: "spki" });
    const digest = digestFor(key);
    return digest !== undefined && verify(digest, text, key, signature);
  } catch {
    return false; // no key
  }
}

/** The digest of ES256, RS256 and Ed25519; undefined for other keys. */
function digestFor({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): "sha256" | null | undefined {
  if (asymmetricKeyType === "ed25519") return null;
  if (asymmetricKeyType === "rsa") return "sha256";
  const isP256 = asymmetricKeyType === "ec" && asymmetricKeyDetails?.namedCurve === "prime256v1";
  return isP256 ? "sha256" : undefined;
}

type KeyFile = {
  kind?: unknown;
  version?: unknown;
  origin?: unknown;
  approvers?: { person: string; name?: string; credential_id: string; public_key: string }[];
};

/**
 * Parses the file that `passkey export` writes.
 * @throws SyntaxError for any other file
 */
export function readTrust(text: string): SigningTrust {
  const file = JSON.parse(text) as KeyFile | null;
  const { kind, version, origin, approvers } = file ?? {};
  if (kind !== "countersign.approvers" || version !== 1 || !Array.isArray(approvers))
    throw new SyntaxError("This is not a file that `passkey export` writes.");
  if (typeof origin !== "string" || !URL.canParse(origin) || new URL(origin).origin !== origin)
    throw new SyntaxError("The file names no site: origin has to be Countersign’s address.");
  for (const one of approvers)
    if (![one.person, one.credential_id, one.public_key].every((part) => typeof part === "string" && part))
      throw new SyntaxError("An approver in the file lacks person, credential_id or public_key.");
  return {
    origin,
    approvers: approvers.map(({ person, name, credential_id: credentialId, public_key: publicKey }) => ({
      ...{ person, name, credentialId, publicKey },
    })),
  };
}
