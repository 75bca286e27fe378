// So many words in a row are shared by chance seldom, and by texts that are one sentence with other names in it always.
const RUN = 4;

/** Every so many words of a text in a row; of a shorter one, all of it. */
function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length <= RUN) return [words.join(" ")];
  return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" "));
}

/**
 * Calls by how they say what they do. An agent that fills names and numbers into one sentence a hundred times has said one thing: what
 * shares a run of four words, directly or through others, is together.
 */
export function wordingsOf<T extends { rationale: string }>(calls: readonly T[]): T[][] {
  const byRun = new Map<string, Set<T>>();
  for (const call of calls) {
    const runs = runsOf(call.rationale);
    const group = new Set([call]);
    for (const known of new Set(runs.flatMap((run) => byRun.get(run) ?? [])))
      for (const one of known) {
        group.add(one);
        for (const run of runsOf(one.rationale)) byRun.set(run, group);
      }
    for (const run of runs) byRun.set(run, group);
  }
  return [...new Set(byRun.values())].map((group) => [...group]);
}
