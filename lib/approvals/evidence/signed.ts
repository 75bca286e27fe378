import type { ChainedRow } from "@/lib/activity/queries";
import { isRowSigned, keyIdOf, signatureIn } from "@/lib/activity/signature";
import { readDetails } from "@/lib/activity/wire";
import { isOwnId, isSealed } from "./seal";
import type { Problem } from "./types";
import type { EvidenceFile } from "./wire";

// Checks the installation's signatures in a file: of the whole file, and of each receipt.

const detailsOf = (row: ChainedRow) => readDetails(row.action, row.details);

/** Signatures that are there and wrong. */
export function wrongSignatures(
  text: string,
  { seal }: EvidenceFile,
  rows: readonly ChainedRow[],
): Problem[] {
  const found: Problem[] = [];
  if (seal && !isOwnId(seal))
    found.push({
      reason: "key_id",
      says: `The file names its key ${seal.key_id}, which is another key’s id.`,
    });
  if (seal && !isSealed(text, seal))
    found.push({
      reason: "seal",
      says: "The signature of the whole file does not match it: something in it was changed, or left out.",
    });
  const used = new Map<string, bigint>();
  for (const row of rows) {
    const details = detailsOf(row);
    if (details.signature === undefined) continue;
    const signature = signatureIn(details);
    if (!signature || !isRowSigned(row, signature))
      found.push({
        reason: "receipt_signature",
        says: `Row ${row.seq} of the activity log is not what its signature signs: something in it was changed, or the signature is another row’s.`,
      });
    else if (used.has(signature.value))
      found.push({
        reason: "repeated",
        says: `Row ${row.seq} of the activity log repeats the signature of row ${used.get(signature.value)}: one decision was entered twice.`,
      });
    if (signature) used.set(signature.value, row.seq);
  }
  return found;
}

/** Signatures that are missing. */
export function missingSignatures({ seal, receipts }: EvidenceFile): Problem[] {
  const bare = receipts.filter(({ signature }) => signature === undefined);
  return [
    ...(receipts.length === 0 ? [{ reason: "no_receipt", says: "Nothing was decided yet." } as const] : []),
    ...(seal ? [] : [{ reason: "not_sealed", says: "The file is not signed as a whole." } as const]),
    ...bare.map(
      ({ chain }): Problem => ({
        reason: "not_signed",
        says: `Row ${chain.seq} of the activity log is not signed: it was decided before this installation signed receipts, or its signature was taken out.`,
      }),
    ),
  ];
}

/** Signatures with a key that is not among those the reader trusts. */
export function unknownKeys(file: EvidenceFile, trusted: ReadonlySet<string>): Problem[] {
  return keysOf(file)
    .filter(({ id }) => !trusted.has(id))
    .map(({ id, signs }) => ({
      reason: "unknown_key",
      says: `${signs} signed with the key ${id}, which is not among the keys that you named.`,
    }));
}

/** The keys of a file by their real ids, and what each signs. */
export function keysOf({ seal, receipts }: EvidenceFile): { id: string; signs: string }[] {
  const signed = new Map<string, string[]>();
  const note = (key: string, what: string) => {
    const id = keyIdOf(key);
    signed.set(id, [...(signed.get(id) ?? []), what]);
  };
  for (const { signature, chain } of receipts) if (signature) note(signature.public_key, `row ${chain.seq}`);
  if (seal) note(seal.public_key, "the file");
  return [...signed].map(([id, what]) => {
    const text = what.length < 2 ? what.join() : `${what.slice(0, -1).join(", ")} and ${what.at(-1)}`;
    return { id, signs: `${text[0]?.toUpperCase()}${text.slice(1)} ${what.length === 1 ? "is" : "are"}` };
  });
}
