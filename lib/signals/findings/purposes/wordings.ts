// Texts seldom share this many words in a row by chance. Texts from one template always do.
const RUN = 4;

function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length <= RUN) return [words.join(" ")];
  return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" "));
}

/**
 * Groups calls by wording. Rationales that share a run of four words, directly or transitively, are
 * one wording: an agent may fill a hundred names into one sentence.
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
