import { invalid } from "../errors";
import { fromBase64url, toBase64url } from "./base64url";
import type { Kind } from "./kinds";

export type PlaceOf<K extends readonly Kind<unknown>[]> = {
  -readonly [I in keyof K]: K[I] extends Kind<infer T> ? T : never;
};

export type Cursor<P> = {
  write: (place: P) => string;
  /** The place; null for a text that is no cursor of this list. */
  find: (text: string) => P | null;
  /**
   * The place to continue from; null for the start.
   * @throws DomainError VALIDATION_ERROR for a text that is no cursor of this list
   */
  read: (text: string | undefined) => P | null;
  /** The first `limit` rows, and the next cursor if there are more. */
  page: <R>(
    rows: readonly R[],
    limit: number,
    placeOf: (row: R) => P,
  ) => { rows: R[]; nextCursor: string | null };
};

/** Longest cursor: two long names of characters that need six bytes each. */
const CURSOR_MAX = 9_000;

/**
 * Defines a list's cursor. It contains the list's name, so that cursors of other lists are refused.
 */
export function defineCursor<const K extends readonly Kind<unknown>[]>(
  name: string,
  kinds: K,
): Cursor<PlaceOf<K>> {
  const write = (place: PlaceOf<K>) => toBase64url(JSON.stringify([name, ...place.map(textOf)]));
  const find = (text: string) => {
    const place = placeIn(text, name, kinds) as PlaceOf<K> | null;
    // Accepts only our own spelling of a place.
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
