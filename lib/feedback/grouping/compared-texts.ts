export type Told = {
  attemptedAction: string;
  expectedOutcome: string;
  actualOutcome: string;
  errorSeen: string | null;
};

/** Characters of each text; a long text says most at its start. */
export const COMPARED_CHARS = 1_000;

/** The texts that there are, one after the other. */
export function joined(...texts: (string | null)[]): string {
  return texts.flatMap((text) => text?.slice(0, COMPARED_CHARS).trim() || []).join(". ");
}
