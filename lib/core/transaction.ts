import "server-only";
import type pg from "pg";
import { Prisma } from "@/lib/generated/prisma/client";
import { committed } from "./after-commit";
import { keepsNames, lend, pool, prisma } from "./connections";
import { PARSERS, statementName } from "./statements";
import { NoPrimary, TransactionOverdue } from "./transaction-errors";

// One transaction on one connection of one pool. Raw statements go straight to the driver, prepared: Prisma's own way for them
// costs several times as much. Its models work on the same connection, in the same transaction.

/** A transaction that sees only its scope's tenants. */
export type Tx = Prisma.TransactionClient;

// How long a transaction may last; it ends in 503 rather than in a pile-up.
const TIMEOUT_MS = 20_000;
// How long a statement may wait for another transaction's lock before the caller is told to come back.
const LOCK_WAIT = "5s";
// A statement that outlives its transaction would go on using the database for nobody; so would a transaction without statements.
const STATEMENT_LIMIT = "15s";

export type Access = "read only" | "read write";

/**
 * Runs the work in a transaction, under the setting that row-level security compares tenants with; undone if the work throws.
 * @param stored is called when all that is left is to commit
 */
export async function transact<T>(
  setting: string,
  access: Access,
  work: (tx: Tx) => Promise<T>,
  stored: () => void,
): Promise<T> {
  return transactOn(await pool().connect(), setting, access, work, stored);
}

/** The same on this connection, which is given back. */
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
    // A connection that cannot even undo, or keeps what fails again, is of no use to the next one.
    const unusable = failed && !(await transaction.undo());
    client.off("error", broken);
    client.release(unusable);
  }
}

// What a standby says to a transaction that would write, and what a server says that was made one meanwhile.
const NO_WRITES_HERE = "0A000";

// A plan that no longer fits its tables, a prepared statement that is gone: on this connection they fail each time.
const STALE = new Set(["0A000", "26000"]);

class Transaction {
  private readonly deadline = performance.now() + TIMEOUT_MS;
  private last: Promise<unknown> = Promise.resolve();
  private models: Promise<Tx> | undefined;
  private closeModels: () => Promise<void> = async () => undefined;
  private ended = false;
  private stale = false;
  /** Why nothing can be sent any more. */
  private broken: unknown;

  constructor(private readonly client: pg.PoolClient) {}

  /** All settings are local to the transaction: a session's would leak to the pool's next user. */
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

  /** Prisma's models in this transaction; begun when the first is asked. */
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

  /** @param stored is called when all that is left is to commit */
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

  /** Whether the connection is fit for another transaction. */
  async undo(): Promise<boolean> {
    await this.closeModels().catch(() => undefined); // why the work failed is told by the work
    this.ended = true;
    await this.last;
    if (this.broken) return false;
    return this.client.query("rollback").then(
      () => !this.stale,
      () => false,
    );
  }

  /** One statement after another, also where several are asked at once. */
  private next(query: pg.QueryConfig): Promise<pg.QueryResult> {
    // What is left of work that failed must not go on, on a connection that serves others.
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
      // What was sent may still be on its way: whatever comes after it would wait as long.
      if (message === "Query read timeout") this.breaks(error);
      throw error;
    }
  }

  /** What Prisma takes for a connection of its own: beginning and ending are ours. */
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

/** What work is given: raw statements of ours, everything else of Prisma's. */
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
