/** Vectors of texts, all with the same dimension and length 1. */
export type Embedder = (texts: readonly string[]) => Promise<Float32Array[]>;

// Some 2 kB each.
const REMEMBERED_MAX = 12_000;

// Texts per request to the model: each takes as long as the longest, and all must fit into memory.
const TOGETHER_MAX = 8;

const byLength = (a: string, b: string) => a.length - b.length;

/** The same embedder in small batches of texts with similar length. */
export function fewAtATime(embed: Embedder): Embedder {
  return async (texts) => {
    const found = new Map<string, Float32Array>();
    const sorted = [...new Set(texts)].sort(byLength);
    const asked = Array.from({ length: Math.ceil(sorted.length / TOGETHER_MAX) }, (_, at) =>
      sorted.slice(at * TOGETHER_MAX, (at + 1) * TOGETHER_MAX),
    );
    const answers = await Promise.all(asked.map(embed));
    for (const [at, some] of asked.entries())
      for (const [index, text] of some.entries()) {
        const vector = answers[at]?.[index];
        if (vector) found.set(text, vector);
      }
    return texts.map((text) => found.get(text) ?? new Float32Array());
  };
}

/** The same, asking for each text once as long as it remembers it. */
export function remembering(embed: Embedder): Embedder {
  const few = fewAtATime(embed);
  const known = new Map<string, Float32Array>();
  return async (texts) => {
    const found = new Map(texts.map((text) => [text, known.get(text)]));
    const missing = [...found.keys()].filter((text) => !found.get(text));
    for (const [index, vector] of (await few(missing)).entries()) found.set(missing[index] ?? "", vector);
    for (const [text, vector] of found) {
      known.delete(text); // Moves the text to the end of the LRU order.
      if (vector) known.set(text, vector);
    }
    for (const text of known.keys()) {
      if (known.size <= REMEMBERED_MAX) break;
      known.delete(text);
    }
    return texts.map((text) => found.get(text) ?? new Float32Array());
  };
}

/** The mean of all vectors; expects at least one. */
export function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const meanAt = (at: number) => vectors.reduce((sum, vector) => sum + (vector[at] ?? 0), 0) / vectors.length;
  return Float32Array.from(vectors[0] ?? [], (_, at) => meanAt(at));
}

/** Vectors minus the common mean, again of length 1. */
export function centered(vectors: readonly Float32Array[], mean: Float32Array): Float32Array[] {
  return vectors.map((vector) => {
    const moved = vector.map((value, at) => value - (mean[at] ?? 0));
    let squares = 0;
    for (const value of moved) squares += value * value;
    const length = Math.sqrt(squares) || 1;
    return moved.map((value) => value / length);
  });
}

export function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  for (let at = 0; at < a.length; at += 1) dot += (a[at] ?? 0) * (b[at] ?? 0);
  return dot;
}
