import { invalid } from "../errors";
import { fromBase64url, toBase64url } from "./base64url";
import type { Kind } from "./kinds";

/** The values that kinds read, in their order. */
export type PlaceOf<K extends readonly Kind<unknown>[]> = {
  -readonly [I in keyof K]: K[I] extends Kind<infer T> ? T : never;
};

/** Where the pages of one list end: the values it is ordered by, as an opaque text. */
export type Cursor<P> = {
  write: (place: P) => string;
  /** The place; null for a text that this list did not give out. */
  find: (text: string) => P | null;
  /**
   * The place to go on from; null for the beginning.
   * @throws DomainError VALIDATION_ERROR for a text that this list did not give out
   */
  read: (text: string | undefined) => P | null;
  /** The first `limit` of the rows, and the cursor of the next page where there are more. */
  page: <R>(
    rows: readonly R[],
    limit: number,
    placeOf: (row: R) => P,
  ) => { rows: R[]; nextCursor: string | null };
};

/** Characters of the longest cursor that is looked at: two long names whose every character needs six bytes. */
const CURSOR_MAX = 9_000;

/** The cursor of the list of this name. The name is in it, so that one list does not take another's. */
export function defineCursor<const K extends readonly Kind<unknown>[]>(
  name: string,
  kinds: K,
): Cursor<PlaceOf<K>> {
  const write = (place: PlaceOf<K>) => toBase64url(JSON.stringify([name, ...place.map(textOf)]));
  const find = (text: string) => {
    const place = placeIn(text, name, kinds) as PlaceOf<K> | null;
    // Only what was written here: a second spelling of a place is none.
    return place && write(place) === text ? place : null;
  };
  return {
    write,
    find,
    read: (text) => {
      if (text === undefined) return null;
      const place = find(text);
      if (place) return place;
      const message = "cursor is not one this list gave out. Start again without it.";
      throw invalid("/cursor", "invalid", message, "next_cursor of the previous page");
    },
    page: (rows, limit, placeOf) => {
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { rows: shown, nextCursor: last === undefined ? null : write(placeOf(last)) };
    },
  };
}

/** A value as filters and cursors write it. */
export function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function placeIn(text: string, name: string, kinds: readonly Kind<unknown>[]): unknown[] | null {
  const parts = text.length <= CURSOR_MAX ? partsIn(fromBase64url(text)) : null;
  if (!parts || parts[0] !== name || parts.length !== kinds.length + 1) return null;
  const place = kinds.map((kind, index) => {
    const part = parts[index + 1];
    return typeof part === "string" ? kind.read(part) : undefined;
  });
  return place.includes(undefined) ? null : place;
}

function partsIn(json: string | null): unknown[] | null {
  try {
    const parts: unknown = JSON.parse(json ?? "");
    return Array.isArray(parts) ? parts : null;
  } catch {
    return null; // not something we wrote
  }
}
