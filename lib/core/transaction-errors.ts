/** A transaction lasted longer than it may; it was undone. */
export class TransactionOverdue extends Error {
  readonly code = "TRANSACTION_OVERDUE";

  constructor(timeoutMs: number) {
    super(`the transaction took longer than ${timeoutMs / 1_000} s`);
    this.name = "TransactionOverdue";
  }
}

/** The connection ends at a server that takes no writes: the primary is another one by now. */
export class NoPrimary extends Error {
  readonly code = "NO_PRIMARY";

  constructor(cause: unknown) {
    super("the server that was reached is not the primary", { cause });
    this.name = "NoPrimary";
  }
}
