import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  type WriteStream,
} from "node:fs";
import { finished } from "node:stream/promises";
import { type FileProblem, type Verified, verifyExport } from "@/lib/activity/verify";
import { KeysInExport, signersOf } from "@/lib/approvals/evidence/signatures";
import { keysOf, unknownKeys } from "@/lib/approvals/evidence/signed";
import { SignedRows } from "@/lib/approvals/evidence/signed-rows";
import { ChainOfFile, isEvidence, verifyEvidence } from "@/lib/approvals/evidence/verify";
import type { EvidenceFile } from "@/lib/approvals/evidence/wire";
import { systemScope } from "@/lib/core/scope";
import { revealedText } from "@/lib/core/text/reveal";
import { exportLines } from "@/lib/insights/trail/export";
import { readFlags, UsageError } from "../input";
import { KEY_FLAGS, KEYS_USAGE, trustedKeys } from "../trusted-keys";
import type { Outcome, Verb } from "../verb";

/** Exit code for a broken trail. */
export const BROKEN = 1;

export const activityExport: Verb = {
  usage: "activity export FILE [--tenant K]",
  async run(args) {
    const { values, words } = readFlags(args, { tenant: "text" }, { words: true });
    const file = oneFile(words);
    // Earlier exports must stay, because later ones are compared with them.
    if (existsSync(file))
      throw new UsageError(`${file} is there already. Nothing was written; choose another name.`);
    await writeWhole(file, exportLines(systemScope("command line"), { tenant: values.tenant }));
    const { rows, chains } = await verifyFile(file);
    return {
      json: { file, rows, chains: chains.length },
      lines: [
        `${rows} rows of ${chains.length} chains are in ${file}.`,
        "Check it with: activity verify FILE",
      ],
    };
  },
};

/** Needs no database; scripts/cli.mjs opens none. */
export const activityVerify: Verb = {
  usage: `activity verify FILE [EXPORT] ${KEYS_USAGE}`,
  async run(args) {
    const { values, words } = readFlags(args, KEY_FLAGS, { words: true });
    const trusted = trustedKeys(values);
    const [file, whole] = words;
    if (file === undefined || words.length > 2) throw new UsageError("Expected one file, or two.");
    for (const one of words)
      if (!existsSync(one)) throw new UsageError(`There is no file ${one}. Nothing was checked.`);
    if (isEvidence(headOf(file))) return evidenceOutcome(file, whole, trusted);
    if (whole !== undefined)
      throw new UsageError(`${file} is no evidence file. Nothing was checked; name the evidence file first.`);
    const signed = new SignedRows();
    const verified = await verifyExport(linesOf(file), (row) => signed.take(row));
    return outcomeOf(verified, signed.result(trusted));
  },
};

// Enough to read the kind of file.
const HEAD_BYTES = 200;

function headOf(file: string): string {
  const handle = openSync(file, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.toString("utf8", 0, readSync(handle, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(handle);
  }
}

async function evidenceOutcome(
  file: string,
  whole: string | undefined,
  trusted: ReadonlySet<string> | null,
): Promise<Outcome> {
  const { file: evidence, rows, ...found } = verifyEvidence(readFileSync(file, "utf8"));
  const [problems, open] = [[...found.problems], [...found.open]];
  if (evidence && trusted) problems.push(...unknownKeys(evidence, trusted).map(({ says }) => says));
  if (evidence && whole !== undefined) {
    const signed = new SignedRows();
    const chain = new ChainOfFile(evidence, rows);
    const keys = new KeysInExport();
    const checked = await verifyExport(linesOf(whole), (row) => {
      chain.take(row);
      keys.take(row);
      signed.take(row);
    });
    const receipts = signed.result(trusted);
    open.push(...keys.open(evidence), ...openReceipts(receipts));
    if (checked.problem)
      problems.push(`The export is ${brokenLines(checked.problem).join(" ").replace(/^B/, "b")}`);
    else problems.push(...chain.problems(), ...keys.problems(evidence), ...receipts.problems);
  }
  const json = {
    fits: problems.length === 0,
    approval_id: evidence?.call.id ?? null,
    decision: evidence?.decision.decision ?? null,
    receipts: evidence?.receipts.length ?? 0,
    rows: rows.length,
    signed_by: evidence ? signersOf(evidence).map(({ name, key, origin }) => ({ name, key, origin })) : [],
    receipt_keys: evidence ? keysOf(evidence).map(({ id }) => id) : [],
    against_export: whole !== undefined,
    problems,
    open,
  };
  if (!evidence || problems.length > 0)
    return {
      json,
      lines: ["It does not fit.", ...problems.map((one) => `  ${revealedText(one)}`)],
      code: BROKEN,
    };
  return { json, lines: fittingLines(evidence, whole, open) };
}

function fittingLines(evidence: EvidenceFile, whole: string | undefined, open: readonly string[]): string[] {
  const { call, decision, receipts, activity } = evidence;
  return [
    `It fits: approval ${call.id}, ${decision.decision}, with ${receipts.length} receipts and ${activity.length} rows of the activity log.`,
    ...receipts.map(
      ({ act, by, at, chain }) =>
        `  ${revealedText(`${act} by ${by.name}`)}, ${at}: row ${chain.seq}, fingerprint ${chain.hash}`,
    ),
    ...signersOf(evidence).map(
      ({ name, key, origin }) =>
        `  ${revealedText(`signed with a passkey of ${name}, on ${origin}`)}: key ${key}`,
    ),
    ...keysOf(evidence).map(({ id, signs }) => `  ${signs} signed by the installation: key ${id}`),
    ...open.map(revealedText),
    whole === undefined
      ? "Checked by itself only. That these rows are the ones of the activity log is proven with an export: activity verify FILE EXPORT"
      : "Its rows are those of the export, and the export is unbroken. Compare the export’s last fingerprint with one that you noted.",
    "Deliveries, the gateway’s claims and who opened the page are shown as stored; the activity log does not prove them.",
  ];
}

/** Renames the file once it is complete, so that a partial export does not block the next try. */
export async function writeWhole(file: string, lines: AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`;
  const out = createWriteStream(part, { mode: 0o600 });
  const ended = finished(out);
  try {
    try {
      for await (const text of lines) if (!out.write(text)) await Promise.race([drained(out), ended]);
    } finally {
      out.end();
      await ended;
    }
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}

const drained = (out: WriteStream) => new Promise<void>((resolve) => out.once("drain", () => resolve()));

function oneFile(words: readonly string[]): string {
  const [file, ...more] = words;
  if (file === undefined || more.length > 0) throw new UsageError("Expected one file.");
  return file;
}

const verifyFile = (file: string) => verifyExport(linesOf(file));

/** Only \n ends a line: row texts may contain other line separators. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const chunk of createReadStream(file)) {
    const parts = (rest + decode(decoder, chunk as Buffer)).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest !== "") yield rest;
}

/** Invalid bytes become a character that no row contains, so the line counts as unreadable. */
function decode(decoder: TextDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    return "\0";
  }
}

const PROBLEMS: Record<FileProblem, string> = {
  content: "does not match its fingerprint: something in it was changed",
  link: "does not follow the row before it: one of the two was changed or inserted",
  gap: "is missing: rows were removed",
  end: "is missing: the file was cut off, or rows at the end were removed",
  rewritten: "is not the one that was there before",
  unreadable: "cannot be read as a row of an export",
  unknown_chain: "belongs to a chain that the file's first line does not name",
  not_an_export: "is not the first line of an activity export",
  no_end: "should be followed by the last line of an export: the file was cut off",
  wrong_end: "says that the chain ends differently from how it does",
};

type Receipts = ReturnType<SignedRows["result"]>;

/** What signatures of an export leave open. */
function openReceipts({ unsigned: { before, after }, keys, isKnown }: Receipts): string[] {
  return [
    ...(before > 0 ? [`Receipts that are not signed: ${before}, from before Countersign signed them.`] : []),
    ...(after > 0
      ? [
          `Receipts that are not signed: ${after}, after the first signed one. A process of an earlier version made them, or their signatures were taken out.`,
        ]
      : []),
    ...(keys.length > 0 && !isKnown
      ? [
          "Whose the keys of the receipts are is not proven: the export does not hold the installation’s own chain. Name the keys that you noted with --key-id or --key.",
        ]
      : []),
  ];
}

function receiptLines(receipts: Receipts): string[] {
  const { signed, keys } = receipts;
  return [
    ...(signed > 0 ? [`Receipts that the installation signed: ${signed}.`] : []),
    ...keys.map(({ id, receipts: count }) => `  key ${id}: ${count}`),
    ...openReceipts(receipts),
  ];
}

function outcomeOf({ unbroken, rows, chains, problem, exportedAt }: Verified, receipts: Receipts): Outcome {
  const { signed, unsigned, keys, problems } = receipts;
  const json = {
    unbroken,
    rows,
    exported_at: exportedAt?.toISOString() ?? null,
    problem: problem && { kind: problem.kind, line: problem.line, tenant: problem.tenant, seq: problem.seq },
    chains: chains.map((chain) => ({
      tenant_id: chain.tenantId,
      tenant: chain.tenant,
      rows: chain.rows,
      from_seq: chain.firstSeq,
      to_seq: chain.lastSeq,
      from_start: chain.fromStart,
      hash: chain.hash,
    })),
    receipts: { signed, unsigned: unsigned.before + unsigned.after, keys, problems },
  };
  if (problem) return { json, lines: brokenLines(problem), code: BROKEN };
  if (problems.length > 0)
    return { json, lines: ["The rows are unbroken, and receipts are refused.", ...problems], code: BROKEN };
  const parts = chains.filter((chain) => !chain.fromStart).length;
  return {
    json,
    lines: [
      `Unbroken: ${rows} rows in ${chains.length} chains, exported ${exportedAt?.toISOString()}.`,
      ...(parts > 0
        ? [`${parts} of them begin later than the first row; what came before is not checked.`]
        : []),
      ...chains.map(
        ({ tenant, rows: count, firstAt, lastAt, hash }) =>
          `  ${tenant ?? "installation"}: ${count} rows, ${firstAt?.toISOString()} to ${lastAt?.toISOString()}, last fingerprint ${hash}`,
      ),
      ...receiptLines(receipts),
    ],
  };
}

function brokenLines({ kind, line, tenant, seq }: NonNullable<Verified["problem"]>): string[] {
  const row =
    seq === null ? `Line ${line}` : `Row ${seq}${tenant === null ? "" : ` of ${tenant}`} (line ${line})`;
  return [
    `Broken. ${row} ${PROBLEMS[kind]}.`,
    "The rows before it in the file are intact. Compare with an earlier export or a backup.",
  ];
}
