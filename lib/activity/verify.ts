import * as z from "zod";
import { parseJson } from "@/lib/core/json/parse";
import { type ActivityEntry, CHAIN_START, type ChainPlace, misfitOf } from "./chain";
import type { Misfit } from "./types";
import { EXPORT_KIND, EXPORT_VERSION } from "./types";

// Details are small, so a longer line is not ours.
const LINE_CHARACTERS_MAX = 4_000_000;

const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const sha = z.string().regex(/^[0-9a-f]{64}$/);
const seq = z.string().regex(/^(0|[1-9]\d{0,17})$/);

const head = z.strictObject({
  kind: z.literal(EXPORT_KIND),
  version: z.literal(EXPORT_VERSION),
  exported_at: z.iso.datetime(),
  chains: z.array(
    z.strictObject({ tenant_id: uuid, tenant: z.string().nullable(), from_seq: seq, to_seq: seq }),
  ),
});
const end = z.strictObject({
  kind: z.literal("end"),
  rows: seq,
  chains: z.array(z.strictObject({ tenant_id: uuid, seq, hash: sha })),
});
const row = z.strictObject({
  tenant_id: uuid,
  seq,
  // Also rejects dates that parse to nothing, for which toISOString throws and toJSON gives null.
  at: z.iso.datetime().refine((at) => new Date(at).toJSON() === at),
  actor_kind: z.string(),
  actor_id: z.string().nullable(),
  actor_name: z.string(),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  details: z.string(),
  previous: sha,
  hash: sha,
});

export type FileProblem = Misfit | "unreadable" | "unknown_chain" | "not_an_export" | "no_end" | "wrong_end";

/** Verification result of one chain in an exported file. */
type VerifiedChain = {
  tenantId: string;
  tenant: string | null;
  rows: number;
  firstSeq: string;
  lastSeq: string;
  firstAt: Date | null;
  lastAt: Date | null;
  /** Whether it starts at the chain's first row. Otherwise earlier rows are not verified. */
  fromStart: boolean;
  /** Hash of its last row, to compare with a copy stored elsewhere. */
  hash: string;
};

export type Verified = {
  unbroken: boolean;
  rows: number;
  chains: VerifiedChain[];
  exportedAt: Date | null;
  problem: { kind: FileProblem; line: number; tenant: string | null; seq: string | null } | null;
};

type Open = Omit<VerifiedChain, "hash"> & { place: ChainPlace | null; until: bigint };

/**
 * Verifies an exported file without a database: every hash, the order of rows, and the end of each
 * chain. Reads line by line in constant memory.
 * @param onRow called for each valid row
 */
export async function verifyExport(
  lines: AsyncIterable<string>,
  onRow: (row: ActivityEntry & { hash: string }) => void = () => {},
): Promise<Verified> {
  const file = new ExportFile(onRow);
  for await (const line of lines) {
    file.take(line);
    if (file.problem) break;
  }
  return file.result();
}

type Trouble = { kind: FileProblem; tenant?: string | null; seq?: bigint } | null;

class ExportFile {
  problem: Verified["problem"] = null;
  private line = 0;
  private rows = 0;
  private ended = false;
  private exportedAt: Date | null = null;
  private readonly chains = new Map<string, Open>();

  constructor(private readonly onRow: (row: ActivityEntry & { hash: string }) => void) {}

  take(text: string): void {
    this.line += 1;
    const trouble = this.judge(readJson(text));
    if (trouble) this.note(trouble);
  }

  private judge(value: unknown): Trouble {
    if (this.line === 1) return this.takeHead(value);
    if (this.ended) return { kind: "unreadable" };
    if (isEnd(value)) return this.takeEnd(value);
    const parsed = row.safeParse(value);
    if (!parsed.success) return { kind: "unreadable" };
    const { hash, ...members } = parsed.data;
    return this.takeRow({ ...entryOf(members), hash });
  }

  private takeHead(value: unknown): Trouble {
    const parsed = head.safeParse(value);
    if (!parsed.success) return { kind: "not_an_export" };
    this.exportedAt = new Date(parsed.data.exported_at);
    for (const { tenant_id: tenantId, tenant, from_seq: from, to_seq: to } of parsed.data.chains) {
      const fromStart = from === "1";
      const none = { rows: 0, firstSeq: from, lastSeq: "0", firstAt: null, lastAt: null };
      const place = fromStart ? CHAIN_START : null;
      this.chains.set(tenantId, { tenantId, tenant, ...none, fromStart, place, until: BigInt(to) });
    }
    return null;
  }

  private takeRow(entry: ActivityEntry & { hash: string }): Trouble {
    const chain = this.chains.get(entry.tenantId);
    if (!chain) return { kind: "unknown_chain", seq: entry.seq };
    // In a file that starts later, the first row names its predecessor.
    const place = chain.place ?? { seq: BigInt(chain.firstSeq) - 1n, hash: entry.previous };
    const kind = misfitOf(place, entry);
    if (kind) return { kind, tenant: chain.tenant, seq: kind === "gap" ? place.seq + 1n : entry.seq };
    chain.place = { seq: entry.seq, hash: entry.hash };
    chain.firstAt ??= entry.at;
    chain.lastAt = entry.at;
    chain.lastSeq = entry.seq.toString();
    chain.rows += 1;
    this.rows += 1;
    this.onRow(entry);
    return null;
  }

  private takeEnd(value: unknown): Trouble {
    const parsed = end.safeParse(value);
    if (!parsed.success) return { kind: "unreadable" };
    this.ended = true;
    const ends = new Map(parsed.data.chains.map((one) => [one.tenant_id, one]));
    for (const { tenantId, tenant, place, until } of this.chains.values()) {
      const last = ends.get(tenantId);
      const seq = place?.seq ?? 0n;
      if (seq !== until) return { kind: "end", tenant, seq: seq + 1n };
      if (last?.hash !== place?.hash || last?.seq !== seq.toString()) return { kind: "wrong_end", tenant };
    }
    const same = ends.size === this.chains.size && parsed.data.rows === String(this.rows);
    return same ? null : { kind: "wrong_end" };
  }

  private note({ kind, tenant = null, seq }: NonNullable<Trouble>): void {
    this.problem ??= { kind, line: this.line, tenant, seq: seq === undefined ? null : seq.toString() };
  }

  result(): Verified {
    if (this.line === 0) this.note({ kind: "not_an_export" });
    else if (!this.ended) this.note({ kind: "no_end" });
    const chains = [...this.chains.values()].map(({ place, until: _, ...chain }) => ({
      ...chain,
      hash: place?.hash ?? "",
    }));
    const { rows, exportedAt, problem } = this;
    return { unbroken: problem === null, rows, chains, exportedAt, problem };
  }
}

function isEnd(value: unknown): boolean {
  return typeof value === "object" && value !== null && "kind" in value;
}

/** Strict: with a duplicate member, a file could show one value and prove another. */
function readJson(text: string): unknown {
  try {
    if (text.length > LINE_CHARACTERS_MAX) return undefined;
    parseJson(text);
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function entryOf(wire: Omit<z.output<typeof row>, "hash">): ActivityEntry {
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
  };
}
