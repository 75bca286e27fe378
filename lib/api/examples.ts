import recorded from "./examples.json";

/** Bodies as they were sent and answered in a test, by operation (`POST /api/v1/authorize`). */
export type Examples = {
  requests: Record<string, unknown>;
  /** By status and media type; an answer that comes in several kinds has an example of each, by name. */
  answers: Record<string, Record<string, Record<string, Record<string, unknown>>>>;
  /** One problem document of each error code. */
  problems: Record<string, unknown>;
  /** The envelope of each callback, by type. */
  callbacks: Record<string, unknown>;
};

/** What `examples.test.ts` was answered: it fails when one of them is stale. */
export const EXAMPLES: Examples = recorded;
