export type Outcome = {
  json: Record<string, unknown>;
  lines: string[];
  /** Exit code; default 0. */
  code?: number;
};

export type Verb = {
  usage: string;
  run: (args: readonly string[]) => Promise<Outcome>;
};
