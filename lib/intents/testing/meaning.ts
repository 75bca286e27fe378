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

// Of the sets for grouping. Nobody judged whether they say anything, but most do.
const UNLABELLED = 0.1;

export function groupedExamples(name: string): Example[] {
  const groups: { tool: string; rationales: string[] }[] = read(`intents-${name}`);
  const said = groups.flatMap(({ tool, rationales }) => rationales.map((rationale) => ({ tool, rationale })));
  return examples(said, true, UNLABELLED);
}

// Gradient descent with momentum; the weights change no more within these steps.
const [STEPS, RATE, MOMENTUM, SHRINK] = [1_500, 0.5, 0.9, 2];

/** Weights of logistic regression, the first without shrinkage. The same for the same examples. */
export function weigh(all: readonly Example[]): number[] {
  const weights = all[0]?.values.map(() => 0) ?? [];
  const speed = weights.map(() => 0);
  for (let step = 0; step < STEPS; step += 1) {
    const slope = weights.map((weight, at) => (at > 0 ? SHRINK * weight : 0));
    for (const { values, meaningful, weight } of all) {
      const away = weight * (1 / (1 + Math.exp(-score(weights, values))) - Number(meaningful));
      for (const [at, value] of values.entries()) slope[at] = (slope[at] ?? 0) + away * value;
    }
    for (const [at, one] of slope.entries()) {
      speed[at] = MOMENTUM * (speed[at] ?? 0) - (RATE * one) / all.length;
      weights[at] = (weights[at] ?? 0) + (speed[at] ?? 0);
    }
  }
  return weights;
}

export const score = (weights: readonly number[], values: readonly number[]) =>
  values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);

export const named = (weights: readonly number[], names: typeof SIGNS) =>
  Object.fromEntries(names.map((name, at) => [name, Math.round((weights[at] ?? 0) * 100) / 100]));
