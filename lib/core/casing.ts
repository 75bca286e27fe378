type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

/** The same object with its own (not nested) member names in camelCase. */
type CamelKeys<T> = { [K in keyof T as K extends string ? Camel<K> : K]: T[K] };

/** snake_case from the wire to camelCase inside, first level only: deeper members belong to the caller. */
export function camelKeys<T extends object>(wire: T): CamelKeys<T> {
  return Object.fromEntries(
    Object.entries(wire).map(([key, value]) => [
      key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as CamelKeys<T>;
}
