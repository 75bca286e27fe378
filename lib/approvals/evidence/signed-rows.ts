import type { ChainedRow } from "@/lib/activity/queries";
import { isRowSigned, keyIdOf, signatureIn } from "@/lib/activity/signature";
import { NO_TENANT } from "@/lib/core/scope";
import { RECEIPT_KEY_ADDED } from "../receipt-keys/types";

/** Of the wrong rows, as many as a person reads. */
const WRONG_SHOWN = 20;

/** Checks the receipts of an export while it is read: their signatures, and whose keys made them. */
export class SignedRows {
  private signed = 0;
  private before = 0;
  private after = 0;
  private wrongCount = 0;
  private readonly wrong: string[] = [];
  private readonly used = new Map<string, number>();
  private readonly recorded = new Set<string>();
  private readonly signs = new Set<string>();
  /** Whether the export has the installation's own chain from its start, which records every key. */
  private isWhole = false;

  take(row: ChainedRow): void {
    if (row.tenantId === NO_TENANT) this.takeOwn(row);
    // Most rows record no decision.
    if (!row.details.includes('"receipt":') && !row.details.includes('"signature":')) return;
    const details = objectOf(row.details);
    if (details.receipt === undefined && details.signature === undefined) return;
    if (details.signature === undefined) {
      if (this.signs.has(row.tenantId)) this.after += 1;
      else this.before += 1;
      return;
    }
    const signature = signatureIn(details);
    if (!signature || !isRowSigned(row, signature)) {
      this.wrongCount += 1;
      if (this.wrong.length < WRONG_SHOWN)
        this.wrong.push(`Row ${row.seq} of ${row.tenantId} is not what its signature signs.`);
      return;
    }
    this.signed += 1;
    this.signs.add(row.tenantId);
    const id = keyIdOf(signature.key);
    this.used.set(id, (this.used.get(id) ?? 0) + 1);
  }

  private takeOwn({ seq, action, details }: ChainedRow): void {
    if (seq === 1n) this.isWhole = true;
    if (action === RECEIPT_KEY_ADDED) this.recorded.add(keyIdOf(String(objectOf(details).public_key)));
  }

  /** @param trusted the ids of the keys that the reader trusts; null leaves it to the export */
  result(trusted: ReadonlySet<string> | null) {
    const known = trusted ?? (this.isWhole ? this.recorded : null);
    const says = trusted
      ? "not among the keys that you named"
      : "recorded nowhere in the installation’s chain";
    const foreign = [...this.used].filter(([id]) => known && !known.has(id));
    const { signed, before, after, wrongCount } = this;
    return {
      signed,
      unsigned: { before, after },
      keys: [...this.used].map(([id, receipts]) => ({ id, receipts })),
      /** Whether it is known whose the keys are. */
      isKnown: known !== null,
      problems: [
        ...this.wrong,
        ...(wrongCount > this.wrong.length
          ? [`${wrongCount - this.wrong.length} more rows are wrong in the same way.`]
          : []),
        ...foreign.map(
          ([id, receipts]) => `Receipts signed with the key ${id}: ${receipts}. This key is ${says}.`,
        ),
      ],
    };
  }
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
