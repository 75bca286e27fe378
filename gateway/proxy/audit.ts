import { randomUUID } from "node:crypto";
import type { CountersignClient } from "../client/client";
import { CountersignError } from "../client/errors";
import { backoffMs, sleep } from "../client/http";
import type { AuditRow } from "../client/types";
import { log, reason } from "./log";
import { acceptable, bareRow, showsRefusal } from "./row";

const BATCH_ROWS_MAX = 100;
/** Well under the 5 MiB batch limit, because arguments are counted before escaping. */
const BATCH_CHARS_MAX = 2_000_000;
/**
 * Rows queue here while Countersign is away. Beyond this the oldest are dropped: calls matter more
 * than records.
 */
const WAITING_ROWS_MAX = 5_000;

/** A row without its time, which the log adds. */
export type EndedCall = Omit<AuditRow, "occurredAt">;

/**
 * Posts one row per call in small batches, in the background. Ids are fixed before the first
 * attempt, so retries are safe. Rows of calls refused for their rationale are dropped last: nothing
 * else reports that caller.
 */
export class AuditLog {
  #waiting: AuditRow[] = [];
  #flushing: Promise<void> | null = null;
  /** Rows to post one by one, because Countersign refused them together. */
  #single = 0;
  readonly #bare = new WeakSet<AuditRow>();
  readonly #closing = new AbortController();

  constructor(private readonly client: CountersignClient) {}

  record(row: EndedCall): void {
    this.#waiting.push(acceptable({ id: randomUUID(), occurredAt: new Date().toISOString(), ...row }));
    if (this.#waiting.length > WAITING_ROWS_MAX) {
      const oldest = this.#waiting.findIndex((waiting) => !showsRefusal(waiting));
      this.#waiting.splice(Math.max(0, oldest), 1);
      log("warn", "A tool call was not reported: too many are waiting for Countersign.");
    }
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = null;
    });
  }

  /** Posts the queue, for at most `ms`. */
  async close(ms: number): Promise<void> {
    const timer = setTimeout(() => this.#closing.abort(), ms);
    await this.#flushing;
    clearTimeout(timer);
  }

  async #flush(): Promise<void> {
    for (let failures = 0; this.#waiting.length > 0 && !this.#closing.signal.aborted; ) {
      const batch = this.#nextBatch();
      try {
        await this.#post(batch);
        this.#done(batch);
        failures = 0;
      } catch (error) {
        if (error instanceof CountersignError && error.retryable)
          await sleep(backoffMs(failures++), this.#closing.signal).catch(() => undefined);
        else this.#refused(batch, error);
      }
    }
  }

  #done(batch: readonly AuditRow[]): void {
    this.#waiting = this.#waiting.filter((row) => !batch.includes(row));
    this.#single = Math.max(0, this.#single - batch.length);
  }

  /** An invalid row must not take its batch along. */
  #refused(batch: readonly AuditRow[], error: unknown): void {
    if (batch.length > 1) {
      this.#single = batch.length;
      return;
    }
    this.#done(batch);
    for (const row of batch) this.#lost(row, reason(error));
  }

  #lost(row: AuditRow, why: unknown): void {
    if (showsRefusal(row) && !this.#bare.has(row)) {
      const bare = bareRow(row);
      this.#bare.add(bare);
      this.#waiting.push(bare);
    } else log("error", "Countersign refused a reported tool call; it is lost.", { tool: row.tool, why });
  }

  #nextBatch(): AuditRow[] {
    if (this.#single > 0) return this.#waiting.slice(0, 1);
    let chars = 0;
    const fitting = this.#waiting.slice(0, BATCH_ROWS_MAX).filter((row) => {
      chars += (row.argumentsText?.length ?? 0) + 1_000;
      return chars <= BATCH_CHARS_MAX;
    });
    return fitting.length > 0 ? fitting : this.#waiting.slice(0, 1);
  }

  async #post(batch: AuditRow[]): Promise<void> {
    const { rejected } = await this.client.postAudit(batch, { signal: this.#closing.signal });
    for (const { index, errors } of rejected ?? []) {
      const row = batch[index];
      if (row) this.#lost(row, errors);
    }
  }
}
