import pg from "pg";

// What every transaction sends around its work: its beginning, its scope and its end.
const FRAME = /^\s*(?:begin|commit|rollback|select set_config)\b/i;

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/**
 * Writes down the statements that this process sends to Postgres from now on, without the frame of their transactions.
 * @returns the texts so far, and how to stop
 */
export function countStatements(): { texts: string[]; stop: () => void } {
  const client = pg.Client.prototype as unknown as { query: Query };
  const plain = client.query;
  const texts: string[] = [];
  client.query = function (...args) {
    const [first] = args;
    const text = typeof first === "string" ? first : (first as { text?: string } | undefined)?.text;
    if (text !== undefined && !FRAME.test(text)) texts.push(text);
    return plain.apply(this, args);
  };
  return {
    texts,
    stop: () => {
      client.query = plain;
    },
  };
}
