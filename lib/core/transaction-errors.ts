/** A transaction timed out and was rolled back. */
export class TransactionOverdue extends Error {
  readonly code = "TRANSACTION_OVERDUE";

  constructor(timeoutMs: number) {
    super(`the transaction took longer than ${timeoutMs / 1_000} s`);
    this.name = "TransactionOverdue";
  }
}

/** The server of the connection refuses writes: another server has become primary. */
export class NoPrimary extends Error {
  readonly code = "NO_PRIMARY";

  constructor(cause: unknown) {
    super("the server that was reached is not the primary", { cause });
    this.name = "NoPrimary";
  }
}
