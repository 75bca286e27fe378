export type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

type CamelKeys<T> = { [K in keyof T as K extends string ? Camel<K> : K]: T[K] };

/** Cache: member names repeat with every row. Names from callers never get here. */
const changed = new Map<string, string>();

export function camel(name: string): string {
  let known = changed.get(name);
  if (known === undefined) {
    known = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    changed.set(name, known);
  }
  return known;
}

/** A member's name on the wire and in the database: `ttlSeconds` becomes `ttl_seconds`. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * snake_case from the wire to camelCase, first level only, because deeper members belong to the
 * caller.
 */
export function camelKeys<T extends object>(wire: T): CamelKeys<T> {
  const inside: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(wire)) inside[camel(key)] = value;
  return inside as CamelKeys<T>;
}

type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : S;

type SnakeKeys<T> = { [K in keyof T as K extends string ? Snake<K> : K]: T[K] };

/** The same object with its own (not nested) member names in snake_case. */
export function snakeKeys<T extends object>(inside: T): SnakeKeys<T> {
  const members = Object.entries(inside).map(([name, value]) => [snake(name), value]);
  return Object.fromEntries(members) as SnakeKeys<T>;
}
