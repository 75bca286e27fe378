import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { activityHash } from "@/lib/activity/chain";
import { type SigningKey, signedDetails, signingKeyOf } from "@/lib/activity/signature";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { digestOf } from "../../receipt-facts";
import { receiptsOf } from "../../receipts-in-rows";
import { sealed } from "../seal";
import { rowOf } from "../verify";
import type { EvidenceFile } from "../wire";

// The published test vectors of signed receipts: one real file of a product, signed with keys that
// everyone knows, and what is done to it.

export const FOLDER = path.join("public", "docs", "vectors", "receipts");

const seed = (name: string) => createHash("sha256").update(`countersign test vector, ${name}`).digest();

export const KEY = signingKeyOf(seed("a key"));
export const OTHER = signingKeyOf(seed("another key"));

type Row = EvidenceFile["activity"][number];

export const base = (): EvidenceFile =>
  JSON.parse(readFileSync(path.join(FOLDER, "approved.json"), "utf8")) as EvidenceFile;

/** The file with its rows chained anew, as who holds the database can write them. */
export function rechained(file: EvidenceFile): EvidenceFile {
  let before: Row | undefined;
  for (const row of file.activity) {
    if (before) row.previous = before.hash;
    row.hash = activityHash(rowOf(row));
    before = row;
  }
  return { ...file, receipts: receiptsOf(file.activity.map(rowOf)) };
}

/** The file signed as a whole, as the product writes it from such a database. */
export function resealed({ seal: _, ...file }: EvidenceFile, key: SigningKey = KEY): EvidenceFile {
  return sealed(file, key);
}

/** A row's details, decided and signed anew. */
function signRow(row: Row, key: SigningKey = KEY): void {
  const { seq: _seq, at: _at, previous: _previous, hash: _hash, details: text, ...rest } = row;
  const { signature, ...details } = JSON.parse(text) as { signature: { at: string } };
  row.details = signedDetails(rest, details, key, new Date(signature.at));
}

/** Everything signed anew, with a key for each row that records a decision. */
export function signed(file: EvidenceFile, keys: readonly SigningKey[], seal: SigningKey): EvidenceFile {
  const receipts = file.activity.filter(({ details }) => details.includes('"receipt":'));
  for (const [at, row] of receipts.entries()) signRow(row, keys[at] ?? KEY);
  return resealed(rechained(file), seal);
}

export type Vector = {
  file: string;
  says: string;
  /** The ids of the keys that the reader trusts; null takes those of the file. */
  trusted: readonly string[] | null;
  /** Why it is refused; empty if it is accepted. */
  refused: readonly string[];
};

type Made = Vector & { text: string };

const first = <T>(list: readonly T[]): T => list[0] as T;
const second = <T>(list: readonly T[]): T => list[1] as T;

/** Changes the file as an attacker does who has nothing but the file. */
function inFile(change: (file: EvidenceFile) => void): string {
  const file = base();
  change(file);
  return JSON.stringify(file);
}

/** Changes the database, from which the product then writes a file that it signs as a whole. */
function inDatabase(change: (file: EvidenceFile) => void): string {
  const file = base();
  change(file);
  return JSON.stringify(resealed(rechained(file)));
}

/** Changes a row's details. */
function inDetails(row: Row, change: (details: Record<string, unknown>) => void): void {
  const details = JSON.parse(row.details) as Record<string, unknown>;
  change(details);
  row.details = canonicalJson(parseJson(JSON.stringify(details)));
}

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The same signature with the group's order added to its second half, which RFC 8032 refuses. */
function stretched(value: string): string {
  const bytes = Buffer.from(value, "base64url");
  const scalar = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString("hex")}`) + ORDER;
  const more = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex").reverse();
  return Buffer.concat([bytes.subarray(0, 32), more]).toString("base64url");
}

const accepted: [string, string, () => string, (readonly string[] | null)?][] = [
  [
    "approved",
    "As the product wrote it: two people approved, one of them edited the arguments.",
    () => textOf(base(), 2),
  ],
  ["unnamed-key", "The same, by a reader who names no key.", () => textOf(base()), null],
  [
    "rotated",
    "The key was changed between the two decisions.",
    () => textOf(signed(base(), [OTHER, KEY], KEY)),
    [KEY.id, OTHER.id],
  ],
];

const textOf = (file: EvidenceFile, indent?: number) =>
  JSON.stringify(file, null, indent) + (indent === undefined ? "" : "\n");

const refused: [string, string, readonly string[], () => string, (readonly string[] | null)?][] = [
  ["truncated", "The file was cut off.", ["unreadable"], () => textOf(base()).slice(0, -200)],
  [
    "doubled-member",
    "A member is there twice: which of the two a reader shows depends on its parser.",
    ["unreadable"],
    () => textOf(base()).replace('"decision":{', '"decision":{"decision":"rejected",'),
  ],
  [
    "doubled-in-details",
    "A member of a row's details is there twice.",
    ["unreadable"],
    () =>
      inDatabase(({ activity }) => {
        const row = first(activity);
        row.details = row.details.replace('"reason":', '"reason":"Fine","reason":');
      }),
  ],
  [
    "not-sealed",
    "The signature of the whole file was taken out.",
    ["not_sealed"],
    () => inFile((file) => delete file.seal),
  ],
  [
    "seal-of-another-file",
    "The signature of the whole file is another file's.",
    ["seal"],
    () => inFile((file) => (file.seal = signed(base(), [OTHER, KEY], KEY).seal)),
  ],
  [
    "seal-stretched",
    "The signature of the whole file is written in a second way, which RFC 8032 refuses.",
    ["seal"],
    () => inFile(({ seal }) => Object.assign(seal ?? {}, { value: stretched(seal?.value ?? "") })),
  ],
  [
    "another-key",
    "Everything is signed with a key that the reader does not trust.",
    ["unknown_key"],
    () => textOf(signed(base(), [OTHER, OTHER], OTHER)),
  ],
  [
    "another-key-in-a-row",
    "One receipt is signed with a key that the reader does not trust.",
    ["unknown_key"],
    () => textOf(signed(base(), [OTHER, KEY], KEY)),
  ],
  [
    "key-id-of-another",
    "The file is signed with one key and names the id of another, which the reader trusts.",
    ["key_id", "unknown_key"],
    () => textOf(resealed(base(), { ...OTHER, id: KEY.id })),
  ],
  [
    "arguments-changed",
    "An argument was changed.",
    ["arguments", "seal"],
    () => inFile(({ revisions }) => (second(revisions).arguments_text = '{"to":"everyone"}')),
  ],
  [
    "arguments-changed-in-the-database",
    "An argument and its digest were changed before the file was written.",
    ["arguments"],
    () =>
      inDatabase(({ revisions }) =>
        Object.assign(second(revisions), {
          arguments_text: '{"to":"everyone"}',
          arguments_sha256: digestOf({ to: "everyone" }),
        }),
      ),
  ],
  [
    "call-changed-in-the-database",
    "What the gateway asked for was changed before the file was written.",
    ["call"],
    () => inDatabase(({ call }) => (call.tool = "read_file")),
  ],
  [
    "vote-changed",
    "The reason of a vote was changed.",
    ["seal", "vote"],
    () => inFile(({ votes }) => (first(votes).reason = "Fine")),
  ],
  [
    "seen-changed-in-the-database",
    "What a voter saw was changed before the file was written.",
    ["vote"],
    () => inDatabase(({ votes }) => Object.assign(first(votes).seen ?? {}, { visible_ms: 60_000 })),
  ],
  [
    "vote-removed-in-the-database",
    "A vote was removed before the file was written.",
    ["vote"],
    () => inDatabase(({ votes }) => votes.shift()),
  ],
  [
    "receipt-changed",
    "A receipt does not say what its row says.",
    ["receipt", "seal"],
    () => inFile(({ receipts }) => (first(receipts).at = "2026-01-01T00:00:00.000Z")),
  ],
  [
    "receipt-without-signature",
    "The signature of a receipt was taken out of the list of receipts.",
    ["not_signed", "receipt", "seal"],
    () => inFile(({ receipts }) => delete first(receipts).signature),
  ],
  [
    "row-changed",
    "A row was changed.",
    ["row", "seal"],
    () => inFile(({ activity }) => ((activity[3] as Row).actor_name = "Eve")),
  ],
  [
    "place-changed",
    "The rows were given other places in the activity log, and chained anew.",
    ["seal"],
    () => {
      const file = base();
      for (const [at, row] of file.activity.entries()) row.seq = String(at + 11);
      return textOf(rechained(file));
    },
  ],
  [
    "decider-changed-in-the-database",
    "Another person decided, everywhere in the file, in rows that were chained anew.",
    ["receipt_signature"],
    () => inDatabase(otherDecider),
  ],
  [
    "receipt-rewritten-in-the-database",
    "What a decider saw was changed in the vote and in its row, which was chained anew.",
    ["receipt_signature"],
    () =>
      inDatabase(({ votes, activity }) => {
        Object.assign(first(votes).seen ?? {}, { visible_ms: 60_000 });
        inDetails(first(activity), ({ receipt }) =>
          Object.assign((receipt as { seen: object }).seen, { visible_ms: 60_000 }),
        );
      }),
  ],
  [
    "signature-of-another-row",
    "A row holds the signature of another row of the same call.",
    ["receipt_signature"],
    () =>
      inDatabase(({ activity }) => {
        const { signature } = JSON.parse(first(activity).details) as { signature: unknown };
        inDetails(second(activity), (details) => (details.signature = signature));
      }),
  ],
  [
    "signature-of-another-call",
    "A row holds a signature that was made for another call.",
    ["receipt_signature"],
    () =>
      inDatabase(({ activity, call }) => {
        const row = second(activity);
        row.subject_id = call.gateway_id;
        signRow(row);
        row.subject_id = call.id;
      }),
  ],
  [
    "not-signed",
    "A signature was taken out of its row, which was chained anew.",
    ["not_signed"],
    () => inDatabase(({ activity }) => inDetails(first(activity), (details) => delete details.signature)),
  ],
  [
    "entered-twice",
    "A row that records a decision was entered a second time, at the end of the chain.",
    ["repeated"],
    () => inDatabase(({ activity }) => activity.push({ ...first(activity), seq: "5" })),
  ],
  ["undecided", "Nothing was decided yet.", ["no_receipt"], () => textOf(resealed(undecided()))],
];

function otherDecider(file: EvidenceFile): void {
  const { votes, activity, decision } = file;
  decision.decided_by = "Eve";
  second(votes).by.name = "Eve";
  const row = second(activity);
  row.actor_name = "Eve";
  inDetails(row, ({ decided_by: by }) => Object.assign(by as object, { to: "Eve" }));
}

function undecided(): EvidenceFile {
  const file = base();
  const { revisions, decision } = file;
  const before = { decision: "pending", execution: "none", decided_at: null, decided_by: null } as const;
  return {
    ...file,
    revisions: [first(revisions)],
    decision: { ...decision, ...before, revision: 1 },
    ...{ votes: [], receipts: [], policies: [], outcome: null, deliveries: [], activity: [] },
  };
}

/** All of them, as they are published. */
export function vectors(): Made[] {
  return [
    ...accepted.map(([name, says, make, trusted = [KEY.id]]) => ({
      ...{ file: `${name}.json`, says, trusted, refused: [] },
      text: make(),
    })),
    ...refused.map(([name, says, reasons, make, trusted = [KEY.id]]) => ({
      ...{ file: `${name}.json`, says, trusted, refused: reasons },
      text: make(),
    })),
  ];
}
