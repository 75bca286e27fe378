/** What a verb found or made. */
export type Outcome = {
  /** The result, snake_case, as `--json` prints it. */
  json: Record<string, unknown>;
  /** The same for people. */
  lines: string[];
  /** Exit code; 0 unless said otherwise. */
  code?: number;
};

export type Verb = {
  /** How to call it, without the program's name. */
  usage: string;
  run: (args: readonly string[]) => Promise<Outcome>;
};
