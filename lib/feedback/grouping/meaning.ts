import { centered, cosine, type Embedder, meanOf } from "@/lib/language/embedder";
import { USUAL_REPORTS } from "./common-reports";
import { joined, type Told } from "./compared-texts";

function textsOf({ attemptedAction, expectedOutcome, actualOutcome, errorSeen }: Told): string[] {
  return [attemptedAction, expectedOutcome, actualOutcome, joined(errorSeen) || actualOutcome].map((text) =>
    joined(text),
  );
}

/** The two whole views of a report: expectation with outcome, and outcome with error. */
function viewsOf({ expectedOutcome, actualOutcome, errorSeen }: Told): string[] {
  return [joined(expectedOutcome, actualOutcome), joined(actualOutcome, errorSeen)];
}

const VIEWS = 2;

/**
 * Mean similarity of each text to its nearest, both ways. Attempted actions are not compared with
 * each other: agents with the same task may have different problems.
 */
function near(a: readonly Float32Array[], b: readonly Float32Array[]): number {
  const toNearest = (own: readonly Float32Array[], theirs: readonly Float32Array[]) =>
    own.reduce(
      (sum, one, at) => sum + Math.max(...theirs.slice(at === 0 ? 1 : 0).map((other) => cosine(one, other))),
      0,
    ) / own.length;
  return (toNearest(a, b) + toNearest(b, a)) / 2;
}

/** The likeness of two reports in meaning, from -1 to 1: by text, and whole. */
type Meaning = { texts: number; whole: number };

/** The likeness in meaning to each of the others, by cosines of sentence vectors. */
export async function meaningsAlike(
  report: Told,
  others: readonly Told[],
  embed: Embedder,
): Promise<Meaning[]> {
  const reports = [report, ...others].map((told) => [...viewsOf(told), ...textsOf(told)]);
  const vectors = await embed([...USUAL_REPORTS, ...reports.flat()]);
  const usual = meanOf(vectors.slice(0, USUAL_REPORTS.length));
  let at = USUAL_REPORTS.length;
  const [own, ...theirs] = reports.map((texts) => {
    const some = centered(vectors.slice(at, at + texts.length), usual);
    at += texts.length;
    return { views: some.slice(0, VIEWS), texts: some.slice(VIEWS) };
  });
  return theirs.map(({ views, texts }) => ({
    texts: own ? near(own.texts, texts) : 0,
    whole: views.reduce((sum, view, which) => sum + cosine(own?.views[which] ?? view, view), 0) / VIEWS,
  }));
}
