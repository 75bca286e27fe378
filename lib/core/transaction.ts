import "server-only";
import type pg from "pg";
import { Prisma } from "@/lib/generated/prisma/client";
import { committed } from "./after-commit";
import { keepsNames, lend, pool, prisma } from "./connections";
import { PARSERS, statementName } from "./statements";
import { NoPrimary, TransactionOverdue } from "./transaction-errors";

// One transaction on one pooled connection. Raw statements go to the driver, prepared, because
// Prisma's own way costs several times as much. Prisma's models share the transaction.

/** A transaction that sees only the tenants of its scope. */
export type Tx = Prisma.TransactionClient;

// Transaction limit; a longer one becomes 503 instead of a growing queue.
const TIMEOUT_MS = 20_000;
// Limit of waiting for another transaction's lock.
const LOCK_WAIT = "5s";
// Without limits, a statement or an idle transaction would occupy the database after its caller
// left.
const STATEMENT_LIMIT = "15s";

export type Access = "read only" | "read write";

/**
 * Runs work in a transaction with the tenant setting of row-level security. Rolls back if the work
 * throws.
 * @param stored called right before the commit
 */
export async function transact<T>(
  setting: string,
  access: Access,
  work: (tx: Tx) => Promise<T>,
  stored: () => void,
): Promise<T> {
  return transactOn(await pool().connect(), setting, access, work, stored);
}

/** The same on this connection, which it releases. */
export async function transactOn<T>(
  client: pg.PoolClient,
  setting: string,
  access: Access,
  work: (tx: Tx) => Promise<T>,
  stored: () => void = () => undefined,
): Promise<T> {
  const transaction = new Transaction(client);
  // Without a listener it would end the process.
  const broken = (error: unknown) => transaction.breaks(error);
  client.on("error", broken);
  let failed = true;
  try {
    await transaction.begin(setting, access);
    const tx = asTx(transaction);
    const result = await work(tx);
    await transaction.commit(stored);
    failed = false;
    committed(tx);
    return result;
  } finally {
    // A connection that cannot roll back, or keeps failing, is discarded.
    const unusable = failed && !(await transaction.undo());
    client.off("error", broken);
    client.release(unusable);
  }
}

// The code of a standby for a transaction that writes, and of a server demoted meanwhile.
const NO_WRITES_HERE = "0A000";

// A stale plan or a lost prepared statement fails every time on this connection.
const STALE = new Set(["0A000", "26000"]);

class Transaction {
  private readonly deadline = performance.now() + TIMEOUT_MS;
  private last: Promise<unknown> = Promise.resolve();
  private models: Promise<Tx> | undefined;
  private closeModels: () => Promise<void> = async () => undefined;
  private ended = false;
  private stale = false;
  private broken: unknown;

  constructor(private readonly client: pg.PoolClient) {}

  /**
   * All settings are local to the transaction. Session settings would leak to the pool's next user.
   */
  async begin(setting: string, access: Access): Promise<void> {
    const begun = this.send(
      `begin ${access}; set local countersign.tenants = ${this.client.escapeLiteral(setting)};
       set local lock_timeout = '${LOCK_WAIT}'; set local statement_timeout = '${STATEMENT_LIMIT}';
       set local idle_in_transaction_session_timeout = '${TIMEOUT_MS}ms'`,
    );
    await begun.catch((error) => {
      throw error.code === NO_WRITES_HERE ? new NoPrimary(error) : error;
    });
  }

  query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    return this.next({ text, values, types: PARSERS });
  }

  /** Prisma's models in this transaction, opened at first use. */
  inModels(): Promise<Tx> {
    this.models ??= new Promise((resolve, reject) => {
      let end: () => void = () => undefined;
      const ended = new Promise<void>((done) => {
        end = done;
      });
      const whole = lend(this.asConnection(), () =>
        prisma().$transaction(
          (tx) => {
            resolve(tx);
            return ended;
          },
          { timeout: TIMEOUT_MS },
        ),
      );
      whole.catch(reject);
      this.closeModels = () => {
        end();
        return whole;
      };
    });
    return this.models;
  }

  /** The connection is gone. */
  breaks(error: unknown): void {
    this.broken = error;
  }

  /** @param stored called right before the commit */
  async commit(stored: () => void): Promise<void> {
    await this.closeModels();
    await this.last;
    if (this.broken) throw this.broken;
    stored();
    const committed = this.next({ text: "commit" });
    this.ended = true;
    const { command } = await committed;
    if (command !== "COMMIT") throw new Error("the transaction had failed before its end and was undone");
  }

  async undo(): Promise<boolean> {
    await this.closeModels().catch(() => undefined); // the work reports its own error
    this.ended = true;
    await this.last;
    if (this.broken) return false;
    return this.client.query("rollback").then(
      () => !this.stale,
      () => false,
    );
  }

  /** Runs statements in sequence, even if they are requested concurrently. */
  private next(query: pg.QueryConfig): Promise<pg.QueryResult> {
    // Leftover work must not use a connection that serves others.
    if (this.ended) return Promise.reject(new Error("the transaction has ended"));
    const answer = this.after(this.last, query);
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async after(last: Promise<unknown>, query: pg.QueryConfig): Promise<pg.QueryResult> {
    await last;
    if (performance.now() > this.deadline) throw new TransactionOverdue(TIMEOUT_MS);
    const name = keepsNames(this.client) ? statementName(query.text) : undefined;
    return this.send({ ...query, name });
  }

  private async send(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await this.client.query(query as pg.QueryConfig);
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string };
      if (code && STALE.has(code)) this.stale = true;
      // The statement may still run, and later ones would wait for it.
      if (message === "Query read timeout") this.breaks(error);
      throw error;
    }
  }

  private asConnection(): pg.PoolClient {
    const idle = () => undefined;
    const connection = {
      query: (query: pg.QueryConfig) =>
        /^(?:begin|commit|rollback)$/i.test(query.text)
          ? Promise.resolve({ fields: [], rows: [], rowCount: 0 })
          : this.next(query),
      on: idle,
      removeListener: idle,
      release: idle,
    };
    return connection as unknown as pg.PoolClient;
  }
}

type Template = TemplateStringsArray | Prisma.Sql;

function asTx(transaction: Transaction): Tx {
  const ask = (template: Template, values: unknown[]) => {
    const sql = template instanceof Prisma.Sql ? template : Prisma.sql(template, ...values);
    return transaction.query(sql.text, sql.values);
  };
  const rows = async (answer: Promise<pg.QueryResult>) => (await answer).rows;
  const count = async (answer: Promise<pg.QueryResult>) => (await answer).rowCount ?? 0;
  const raw: Record<string, unknown> = {
    $queryRaw: (template: Template, ...values: unknown[]) => rows(ask(template, values)),
    $executeRaw: (template: Template, ...values: unknown[]) => count(ask(template, values)),
    $queryRawUnsafe: (text: string, ...values: unknown[]) => rows(transaction.query(text, values)),
    $executeRawUnsafe: (text: string, ...values: unknown[]) => count(transaction.query(text, values)),
  };
  const models = new Map<string, unknown>();
  return new Proxy(raw, {
    get(_, name) {
      if (typeof name !== "string" || name === "then") return undefined;
      if (name in raw) return raw[name];
      if (!models.has(name)) models.set(name, modelOf(transaction, name));
      return models.get(name);
    },
  }) as unknown as Tx;
}

type Model = Record<string, (query: unknown) => Promise<unknown>>;

function modelOf(transaction: Transaction, name: string): unknown {
  return new Proxy(
    {},
    {
      get: (_, method) => async (query: unknown) => {
        const models = (await transaction.inModels()) as unknown as Record<string, Model>;
        const ask = models[name]?.[String(method)];
        if (!ask) throw new Error(`there is no ${name}.${String(method)}`);
        return ask(query);
      },
    },
  );
}
