import type { KeyOf } from "./conditions/types";

/** A list of patterns in `match`. */
export type NameList = KeyOf<"names">;

/** A name that calls or the catalogue have, with its calls of the last days. */
export type KnownName = { name: string; calls: number };

export type NameOffers = {
  /** By calls, most first, then by name. */
  lists: Readonly<Record<NameList, readonly KnownName[]>>;
  /** False: only some of the names, or the newest calls of each tenant. */
  complete: boolean;
};

/** An argument that chosen tools take. `types` in words: "a number". */
export type ArgumentOffer = { path: string; types: string; description: string; tools: number };

export type ArgumentOffers = {
  arguments: readonly ArgumentOffer[];
  /** How many tools were read for them. */
  tools: number;
};
