import * as z from "zod";
import type { ChainedRow } from "@/lib/activity/queries";
import { parseJson } from "@/lib/core/json/parse";
import { receiptFactsWire } from "../receipt-wire";
import { contradictionsIn } from "./consistency";
import { missingSignatures } from "./signed";
import { EVIDENCE_KIND, EVIDENCE_LIMITS, type Problem } from "./types";
import { type EvidenceFile, evidenceWire } from "./wire";

// A file holds each text once, as an escaped string: arguments, result and trail rows.
const FILE_CHARACTERS_MAX = 64_000_000;

type VerifiedEvidence = {
  /** Null if the text is no evidence file. */
  file: EvidenceFile | null;
  rows: ChainedRow[];
  /** What does not match; empty if everything does. */
  found: Problem[];
  /** The same as sentences. */
  problems: string[];
  /** Sentences about what such a file cannot prove. */
  open: string[];
};

export function isEvidence(head: string): boolean {
  return new RegExp(`^\\s*\\{\\s*"kind"\\s*:\\s*"${EVIDENCE_KIND.replace(".", "\\.")}"`).test(head);
}

/** Verifies digests, receipts, votes, rows and signatures against each other, without the database. */
export function verifyEvidence(text: string): VerifiedEvidence {
  const file = readFile(text);
  if (file === null)
    return refused(
      null,
      [],
      ["It cannot be read as an evidence file: members are missing, doubled or of another form."],
    );
  const rows = file.activity.map(rowOf);
  const strange = rows.filter((row) => !isReadable(row.details));
  if (strange.length > 0)
    return refused(
      file,
      rows,
      strange.map(({ seq }) => `Row ${seq} of the activity log holds what no row of ours holds.`),
    );
  const found = contradictionsIn(text, file, rows);
  return { file, rows, found, problems: found.map(({ says }) => says), open: openIn(file) };
}

function refused(file: EvidenceFile | null, rows: ChainedRow[], problems: string[]): VerifiedEvidence {
  const found = problems.map((says): Problem => ({ reason: "unreadable", says }));
  return { file, rows, found, problems, open: [] };
}

/** Strict: with a duplicate member the file could show one value and prove another. */
function readFile(text: string): EvidenceFile | null {
  try {
    if (text.length > FILE_CHARACTERS_MAX) return null;
    parseJson(text, EVIDENCE_LIMITS);
    const parsed = evidenceWire.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const details = z.looseObject({ receipt: receiptFactsWire.optional() });

/** Whether `recordActivity` could have written these details. */
function isReadable(text: string): boolean {
  try {
    parseJson(text, EVIDENCE_LIMITS);
    return details.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

export function rowOf(wire: EvidenceFile["activity"][number]): ChainedRow {
  return {
    tenantId: wire.tenant_id,
    seq: BigInt(wire.seq),
    at: new Date(wire.at),
    actorKind: wire.actor_kind,
    actorId: wire.actor_id,
    actorName: wire.actor_name,
    action: wire.action,
    subjectKind: wire.subject_kind,
    subjectId: wire.subject_id,
    details: wire.details,
    previous: wire.previous,
    hash: wire.hash,
  };
}

function openIn(file: EvidenceFile): string[] {
  const { receipts, revisions, policies } = file;
  const before = receipts.filter(({ facts }) => facts === null).length;
  const shown = new Set(policies.map(({ name, version }) => JSON.stringify([name, version])));
  const hidden = receipts
    .flatMap(({ facts }) => facts?.policies ?? [])
    .filter(({ name, version }) => !shown.has(JSON.stringify([name, version])));
  return [
    ...(receipts.length === 0
      ? [
          `Nothing was decided yet: ${revisions.length === 1 ? "the arguments are" : "its parts are"} bound to no row.`,
        ]
      : []),
    ...(before > 0
      ? [
          `${before} of ${receipts.length} decisions are from before receipts were kept: what was seen then is not known, and what was asked for is not bound to them.`,
        ]
      : []),
    ...(hidden.length > 0 ? ["Not every policy that counted is in the file."] : []),
    ...missingSignatures(file).flatMap(({ reason, says }) => (reason === "no_receipt" ? [] : [says])),
  ];
}

/** Collects the rows of an export that belong to a file while the export is read. */
export class ChainOfFile {
  private readonly found = new Map<string, ChainedRow>();
  private first: bigint | null = null;
  private last: bigint | null = null;
  private readonly seqs: ReadonlySet<bigint>;

  constructor(
    private readonly file: EvidenceFile,
    private readonly rows: readonly ChainedRow[],
  ) {
    this.seqs = new Set(rows.map((row) => row.seq));
  }

  take(row: ChainedRow): void {
    if (row.tenantId !== this.file.tenant.id) return;
    this.first ??= row.seq;
    this.last = row.seq;
    const isOurs = row.subjectKind === "approval" && row.subjectId === this.file.call.id;
    if (isOurs || this.seqs.has(row.seq)) this.found.set(row.seq.toString(), row);
  }

  problems(): string[] {
    const missing = this.rows.flatMap((row) => {
      const there = this.found.get(row.seq.toString());
      if (there?.hash === row.hash) return [];
      if (there) return [`Row ${row.seq} of the file is another one than row ${row.seq} of the export.`];
      return [`Row ${row.seq} of the file is not in the export, which holds ${this.held()}.`];
    });
    const end = this.rows.at(-1)?.seq ?? 0n;
    const madeAt = new Date(this.file.made_at);
    const removed = [...this.found.values()].filter(
      (row) => !this.seqs.has(row.seq) && (row.seq < end || row.at < madeAt),
    );
    return [
      ...missing,
      ...removed.map(
        (row) => `Row ${row.seq} of the export is about this call, and the file does not hold it.`,
      ),
    ];
  }

  private held(): string {
    return this.first === null
      ? "nothing of this tenant"
      : `rows ${this.first} to ${this.last} of this tenant`;
  }
}
