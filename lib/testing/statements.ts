import { watchStatements } from "./watch";

// What every transaction sends around its work: its beginning with its scope, and its end. And what a new connection asks first.
const FRAME = /^\s*(?:begin|commit|rollback|select pg_backend_pid)\b/i;

/**
 * Writes down the statements that this process sends to Postgres from now on, without the frame of their transactions and connections.
 * @returns the texts so far, and how to stop
 */
export function countStatements(): { texts: string[]; stop: () => void } {
  const texts: string[] = [];
  const stop = watchStatements((_, statement) => {
    if (!FRAME.test(statement)) texts.push(statement);
    return undefined;
  });
  return { texts, stop };
}
