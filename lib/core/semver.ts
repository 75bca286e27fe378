// 1.10, v3, 2.0.0-rc.1, 1.2rc3, 4+build.7.
const VERSION =
  /^v?(\d+(?:\.\d+)*)(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*)|[._]?((?:alpha|beta|preview|pre|dev|rc|a|b)[._]?\d*))?(?:\+[0-9a-z.-]+)?$/i;

export type Version = { numbers: readonly bigint[]; pre: readonly string[] };

/**
 * @returns null for a text without dotted numbers; accepts a leading v, a pre-release and build
 * metadata
 */
export function readVersion(text: string): Version | null {
  const [, numbers, dashed, attached] = VERSION.exec(text.trim()) ?? [];
  if (numbers === undefined) return null;
  const pre = (dashed ?? attached ?? "").toLowerCase().match(/\d+|[a-z]+/g) ?? [];
  return { numbers: numbers.split(".").map(BigInt), pre };
}

/**
 * Compares versions like Semantic Versioning: numeric parts (missing ones are 0), and pre-releases
 * before their release.
 * @returns negative if `a` is older, positive if newer, else 0
 */
export function compareVersions(a: Version, b: Version): number {
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at += 1) {
    const [one, other] = [a.numbers[at] ?? 0n, b.numbers[at] ?? 0n];
    if (one !== other) return one < other ? -1 : 1;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (let at = 0; at < Math.max(a.pre.length, b.pre.length); at += 1) {
    const order = compareWords(a.pre[at], b.pre[at]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareWords(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  const [isNumber, isOther] = [/^\d/.test(a), /^\d/.test(b)];
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  if (isNumber) return Number(BigInt(a) - BigInt(b));
  return a < b ? -1 : a > b ? 1 : 0;
}
