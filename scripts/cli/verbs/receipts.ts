import { existsSync, readFileSync } from "node:fs";
import { keysOf, missingSignatures, unknownKeys } from "@/lib/approvals/evidence/signed";
import type { Problem } from "@/lib/approvals/evidence/types";
import { verifyEvidence } from "@/lib/approvals/evidence/verify";
import type { EvidenceFile } from "@/lib/approvals/evidence/wire";
import { revealedText } from "@/lib/core/text/reveal";
import { readFlags, UsageError } from "../input";
import { KEY_FLAGS, KEYS_USAGE, trustedKeys } from "../trusted-keys";
import type { Outcome, Verb } from "../verb";
import { BROKEN } from "./activity";

/** Needs no database; scripts/cli.mjs opens none. */
export const receiptVerify: Verb = {
  usage: `receipt verify FILE ${KEYS_USAGE}`,
  async run(args) {
    const { values, words } = readFlags(args, KEY_FLAGS, { words: true });
    const [file, ...more] = words;
    if (file === undefined || more.length > 0) throw new UsageError("Expected one evidence file.");
    const trusted = trustedKeys(values);
    if (!existsSync(file)) throw new UsageError(`There is no file ${file}. Nothing was checked.`);
    return outcomeOf(readFileSync(file, "utf8"), trusted);
  },
};

function outcomeOf(text: string, trusted: ReadonlySet<string> | null): Outcome {
  const { file, found } = verifyEvidence(text);
  const isReadable = file !== null && found.every(({ reason }) => reason !== "unreadable");
  const refused: Problem[] = isReadable
    ? [...found, ...missingSignatures(file), ...(trusted ? unknownKeys(file, trusted) : [])]
    : found;
  const json = {
    proven: refused.length === 0,
    approval_id: file?.call.id ?? null,
    decision: file?.decision.decision ?? null,
    receipts: file?.receipts.length ?? 0,
    keys: file ? keysOf(file).map(({ id }) => id) : [],
    keys_named: trusted !== null,
    refused,
  };
  if (file === null || refused.length > 0)
    return {
      json,
      lines: ["Refused.", ...refused.map(({ says }) => `  ${revealedText(says)}`)],
      code: BROKEN,
    };
  return { json, lines: provenLines(file, trusted !== null) };
}

function provenLines(file: EvidenceFile, isNamed: boolean): string[] {
  const { call, decision, receipts } = file;
  return [
    `Proven: approval ${call.id}, ${decision.decision}; its ${receipts.length === 1 ? "receipt is" : `${receipts.length} receipts are`} signed, and the file as a whole.`,
    ...receipts.map(
      ({ act, by, at, chain, signature }) =>
        `  ${revealedText(`${act} by ${by.name}`)}, ${at}: row ${chain.seq}, signed ${signature?.at}`,
    ),
    ...keysOf(file).map(({ id, signs }) => `  ${signs} signed with the key ${id}`),
    isNamed
      ? "Every key is one that you named."
      : "The keys come from the file itself. Compare them with those that you noted, or name those: --key-id or --key.",
  ];
}
