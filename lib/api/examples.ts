import recorded from "./examples.json";

export type Examples = {
  requests: Record<string, unknown>;
  /** By status and media type; answers of several kinds have a named example of each. */
  answers: Record<string, Record<string, Record<string, Record<string, unknown>>>>;
  /** One problem document per error code. */
  problems: Record<string, unknown>;
  callbacks: Record<string, unknown>;
};

export const EXAMPLES: Examples = recorded;
