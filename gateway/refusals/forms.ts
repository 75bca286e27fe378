import { keysOf, literalOf } from "./literals";
import type { Json, Keyword, Said } from "./types";

type Groups = Record<string, string | undefined>;

/** One form of a sentence, and what it says by the groups of its parts. */
export type Form = readonly [shape: RegExp, read: (groups: Groups) => Said[] | null];

/** Something said of a path; of a single name wherever the arguments have it. */
export function of(path: string | undefined, rest: Omit<Said, "keys" | "name">): Said[] {
  const keys = keysOf((path ?? "").replace(/^(?:body|params|input|properties)[./]/, ""));
  return keys.length === 1
    ? [{ ...rest, keys: null, name: String(keys[0]), spoken: true }]
    : [{ ...rest, keys }];
}

/** Something said of a value alone. */
export function valued(keyword: Keyword, value: string | undefined, allowed?: Json[]): Said[] {
  const literal = literalOf((value ?? "").trim());
  return [
    {
      keyword,
      keys: null,
      value: literal === undefined ? (value ?? "") : literal,
      ...(allowed?.length ? { allowed } : {}),
    },
  ];
}
