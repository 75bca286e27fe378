import { distance as editsBetween } from "fastest-levenshtein";

/** The existing path that is most like a given one; `isSpelling`: they differ in spelling only. */
export type NearestPath = { path: string; isSpelling: boolean };

const CHARS_MAX = 60;
const EDITS_MAX = 2;
const NAME_MIN = 3;

export function nearestPath(asked: string, existing: readonly string[]): NearestPath | null {
  let best: { path: string; distance: number } | null = null;
  for (const path of existing) {
    const distance = distanceOf(asked, path);
    if (distance !== null && (best === null || distance < best.distance)) best = { path, distance };
  }
  return best && { path: best.path, isSpelling: best.distance === 0 };
}

/** Lower is nearer; null: not alike. */
function distanceOf(asked: string, path: string): number | null {
  const [one, other] = [spelt(asked), spelt(path)];
  if (one === other) return 0;
  const [name, otherName] = [lastName(one), lastName(other)];
  if (name === otherName) return 1;
  if (isEditOf(one, other)) return 2;
  if (one.startsWith(`${other}/`)) return 3;
  const isPart = name.includes(otherName) || otherName.includes(name);
  return isPart && Math.min(name.length, otherName.length) >= NAME_MIN ? 4 : null;
}

/** Without case, `_`, `-`, and steps into a list. */
const spelt = (path: string) => path.toLowerCase().replaceAll(/[_-]|\/\*(?=\/|$)/g, "");

const lastName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

function isEditOf(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) <= NAME_MIN + 1) return false;
  if (Math.abs(one.length - other.length) > EDITS_MAX || one.length > CHARS_MAX) return false;
  return editsBetween(one, other) <= EDITS_MAX;
}
