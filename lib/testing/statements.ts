import { watchStatements } from "./watch";

// Statements around every transaction (begin with scope, end), and the first query of a connection.
const FRAME = /^\s*(?:begin|commit|rollback|select pg_backend_pid)\b/i;

/**
 * Records the statements of this process, without those around transactions and connections.
 * @returns the texts so far, and a stop function
 */
export function countStatements(): { texts: string[]; stop: () => void } {
  const texts: string[] = [];
  const stop = watchStatements((_, statement) => {
    if (!FRAME.test(statement)) texts.push(statement);
    return undefined;
  });
  return { texts, stop };
}
