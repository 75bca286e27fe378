import type { ChainedRow } from "@/lib/activity/queries";
import { isRowSigned, keyIdOf, signatureIn } from "@/lib/activity/signature";
import { readDetails } from "@/lib/activity/wire";
import type { SignatureState } from "./types";

/** Whether the signature of each signed row is genuine, by the row's number. */
export function signatureStates(
  rows: readonly ChainedRow[],
  currentKeyId: string,
): Readonly<Record<string, SignatureState>> {
  const states = rows.flatMap((row): [string, SignatureState][] => {
    const details = readDetails(row.action, row.details);
    if (details.signature === undefined) return [];
    const signature = signatureIn(details);
    const isGenuine = signature !== null && isRowSigned(row, signature);
    const isCurrent = isGenuine && keyIdOf(signature.key) === currentKeyId;
    return [[row.seq.toString(), isCurrent ? "current" : isGenuine ? "other" : "wrong"]];
  });
  return Object.fromEntries(states);
}
