import { readFileSync } from "node:fs";
import path from "node:path";
import { isGibberish } from "../meaning/gibberish";
import { type SIGNS, signsOf } from "../meaning/signs";
import { HABIT_SESSIONS, type Judged } from "../meaning/types";

type Said = { tool: string; arguments?: object | null; rationale: string; sessions?: number };
type Labelled = { meaningful: Said[]; empty: Said[] };

const read = (name: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `${name}.json`), "utf8"));

export const labelled = (name: string): Labelled => read(`meaning-${name}`);

export const judgedOf = ({ tool, arguments: args, rationale, sessions = 1 }: Said): Judged => ({
  ...{ provider: null, tool, rationale, sessions },
  argumentsText: args ? JSON.stringify(args) : null,
});

export type Example = { values: readonly number[]; meaningful: boolean; weight: number };

const examples = (said: readonly Said[], meaningful: boolean, weight = 1): Example[] =>
  said
    .filter(({ sessions = 1 }) => sessions < HABIT_SESSIONS)
    .map((one) => signsOf(judgedOf(one)))
    .filter(({ words }) => !isGibberish(words))
    .map(({ values }) => ({ values, meaningful, weight }));

/** Of a set of sentences labelled as meaningful or empty. */
export function labelledExamples(name: string): Example[] {
  const { meaningful, empty } = labelled(name);
  return [...examples(meaningful, true), ...examples(empty, false)];
}

// Of the sets for grouping, which have no such labels; most sentences in them say something.
const UNLABELLED = 0.1;

export function groupedExamples(name: string): Example[] {
  const groups: { tool: string; rationales: string[] }[] = read(`intents-${name}`);
  const said = groups.flatMap(({ tool, rationales }) => rationales.map((rationale) => ({ tool, rationale })));
  return examples(said, true, UNLABELLED);
}

// Newton's method is exact to the last digit within these steps.
const [STEPS, SHRINK] = [12, 2];

/** Weights of logistic regression, the first without shrinkage. The same for the same examples. */
export function weigh(all: readonly Example[]): number[] {
  let weights = all[0]?.values.map(() => 0) ?? [];
  for (let step = 0; step < STEPS; step += 1) {
    const rows = weights.map((weight, at) => {
      const shrink = at > 0 ? SHRINK : 0;
      return [...weights.map((_, other) => (other === at ? shrink : 0)), shrink * weight];
    });
    for (const { values, meaningful, weight } of all) {
      const likely = 1 / (1 + Math.exp(-score(weights, values)));
      const away = weight * (likely - Number(meaningful));
      const curve = weight * likely * (1 - likely);
      for (const [at, value] of values.entries())
        rows[at] =
          rows[at]?.map(
            (sum, to) =>
              sum + value * (curve * (values[to] ?? 0) || 0) + (to === values.length ? away * value : 0),
          ) ?? [];
    }
    const moves = solved(rows);
    weights = weights.map((weight, at) => weight - (moves[at] ?? 0));
  }
  return weights;
}

/** The solution of linear equations, each a row that ends in its right side. All have one. */
function solved(rows: readonly (readonly number[])[]): number[] {
  let left = rows.map((row) => [...row]);
  for (let at = 0; at < left.length; at += 1) {
    const pivot = left[at] ?? [];
    const scaled = pivot.map((value) => value / (pivot[at] ?? 1));
    left = left.map((row, other) =>
      other === at ? scaled : row.map((value, to) => value - (row[at] ?? 0) * (scaled[to] ?? 0)),
    );
  }
  return left.map((row) => row.at(-1) ?? 0);
}

export const score = (weights: readonly number[], values: readonly number[]) =>
  values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);

export const named = (weights: readonly number[], names: typeof SIGNS) =>
  Object.fromEntries(names.map((name, at) => [name, Math.round((weights[at] ?? 0) * 100) / 100]));
