import type { MatrixRow } from "./types";

type Spread = {
  /** Entropy in bits; 0 if one tool takes all calls. */
  bits: number;
  /** The number of equally used tools with the same entropy. */
  asIf: number;
  most: number;
};

/** Distribution over tools: whether agents know which one to use. */
function spreadOf(rows: readonly Pick<MatrixRow, "calls">[]): Spread {
  const all = rows.reduce((sum, { calls }) => sum + calls, 0);
  if (all === 0) return { bits: 0, asIf: 0, most: 0 };
  const shares = rows.flatMap(({ calls }) => (calls > 0 ? [calls / all] : []));
  const bits = shares.reduce((sum, share) => sum - share * Math.log2(share), 0);
  return { bits, asIf: 2 ** bits, most: Math.max(...shares) };
}

/** The same as a plain sentence. */
export function spreadWords(rows: readonly Pick<MatrixRow, "tool" | "calls">[]): string {
  const { bits, asIf, most } = spreadOf(rows);
  const [first] = rows.toSorted((a, b) => b.calls - a.calls);
  if (!first || most === 0) return "No call is kept.";
  if (rows.length === 1) return "All calls go to one tool: agents agree on it.";
  const share = `${Math.round(most * 100)} %`;
  const spread = `Routing entropy ${bits.toFixed(2)} bits, as if ${asIf.toFixed(1)} tools were used equally.`;
  if (most >= 0.9) return `Agents nearly always take ${first.tool} (${share}). ${spread}`;
  if (most >= 0.6) return `Agents mostly take ${first.tool} (${share}), and sometimes others. ${spread}`;
  return `Agents do not agree on a tool: the most used, ${first.tool}, takes ${share}. ${spread}`;
}

/** Similarity of a template to its intent's medoid, as a word. */
export function nearWords(near: number | null, line: number): string | null {
  if (near === null) return null;
  if (near < line) return "at the edge";
  return near >= (1 + line) / 2 ? "in the middle" : "close";
}
