/** Vectors of texts, all of the same length, each of length 1. */
export type Embedder = (texts: readonly string[]) => Promise<Float32Array[]>;

// Some 2 kB each.
const REMEMBERED_MAX = 12_000;

// One question to the model: what it works on together has to be in memory.
const TOGETHER_MAX = 32;

/** The same, asking for each text once as long as it remembers it. */
export function remembering(embed: Embedder): Embedder {
  const known = new Map<string, Float32Array>();
  return async (texts) => {
    const found = new Map(texts.map((text) => [text, known.get(text)]));
    const missing = [...found.keys()].filter((text) => !found.get(text));
    for (let at = 0; at < missing.length; at += TOGETHER_MAX) {
      const some = missing.slice(at, at + TOGETHER_MAX);
      for (const [index, vector] of (await embed(some)).entries()) found.set(some[index] ?? "", vector);
    }
    for (const [text, vector] of found) {
      known.delete(text); // what was asked for last goes last
      if (vector) known.set(text, vector);
    }
    for (const text of known.keys()) {
      if (known.size <= REMEMBERED_MAX) break;
      known.delete(text);
    }
    return texts.map((text) => found.get(text) ?? new Float32Array());
  };
}

/** Vectors without what the usual ones share, again of length 1. */
export function centered(vectors: readonly Float32Array[], usual: readonly Float32Array[]): Float32Array[] {
  const meanAt = (at: number) => usual.reduce((sum, vector) => sum + (vector[at] ?? 0), 0) / usual.length;
  const mean = Float32Array.from(vectors[0] ?? [], (_, at) => meanAt(at));
  return vectors.map((vector) => {
    const moved = vector.map((value, at) => value - (mean[at] ?? 0));
    const length = Math.hypot(...moved) || 1;
    return moved.map((value) => value / length);
  });
}

/** The cosine of two vectors of length 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  for (let at = 0; at < a.length; at += 1) dot += (a[at] ?? 0) * (b[at] ?? 0);
  return dot;
}
