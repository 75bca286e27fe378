import { isSignedBy, keyIdOf, messageOf, type SigningKey } from "@/lib/activity/signature";
import { EVIDENCE_LIMITS } from "./types";
import type { EvidenceFile } from "./wire";

// A receipt is signed with its decision, before its row has a place in the chain. The file is signed
// as a whole when it is written: with the places of the rows, and with what no row proves.

const EVIDENCE = "countersign-evidence-v1";

export function sealed(file: Omit<EvidenceFile, "seal">, key: SigningKey): EvidenceFile {
  const claim = { key_id: key.id, public_key: key.publicKey };
  const message = messageOf(EVIDENCE, JSON.stringify({ ...file, seal: claim }), "seal", EVIDENCE_LIMITS);
  return { ...file, seal: { ...claim, value: key.sign(message) } };
}

export function isSealed(
  text: string,
  { public_key: key, value }: NonNullable<EvidenceFile["seal"]>,
): boolean {
  return isSignedBy(key, messageOf(EVIDENCE, text, "seal", EVIDENCE_LIMITS), value);
}

/** Whether a key's id is its own. */
export const isOwnId = ({ key_id: id, public_key: key }: { key_id: string; public_key: string }) =>
  keyIdOf(key) === id;
