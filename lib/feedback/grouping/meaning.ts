import { centered, cosine, type Embedder, meanOf } from "@/lib/language/embedder";
import { USUAL_REPORTS } from "./common-reports";
import { joined, type Told } from "./compared-texts";

/** What a report says, each text by itself; what was attempted is the first. */
function textsOf({ attemptedAction, expectedOutcome, actualOutcome, errorSeen }: Told): string[] {
  return [attemptedAction, expectedOutcome, actualOutcome, joined(errorSeen) || actualOutcome].map((text) =>
    joined(text),
  );
}

/** The two ways in which reports are compared whole: what was expected and what happened; what happened and how it failed. */
function viewsOf({ expectedOutcome, actualOutcome, errorSeen }: Told): string[] {
  return [joined(expectedOutcome, actualOutcome), joined(actualOutcome, errorSeen)];
}

const VIEWS = 2;

/**
 * How near the one's texts are to the other's: each to the nearest, on average, both ways. What both attempted is not compared with each
 * other: agents at the same task may meet different problems.
 */
function near(a: readonly Float32Array[], b: readonly Float32Array[]): number {
  const toNearest = (own: readonly Float32Array[], theirs: readonly Float32Array[]) =>
    own.reduce(
      (sum, one, at) => sum + Math.max(...theirs.slice(at === 0 ? 1 : 0).map((other) => cosine(one, other))),
      0,
    ) / own.length;
  return (toNearest(a, b) + toNearest(b, a)) / 2;
}

/** How alike two reports are in meaning, from -1 to 1: text by text, and whole. */
type Meaning = { texts: number; whole: number };

/** How alike a report is in meaning to each of the others, in their order, by the cosines of sentence vectors. */
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
