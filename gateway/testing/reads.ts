/** A value and the number of reads in it: a machine-independent measure of steps. */
export function countedReads<T extends object>(value: T): { value: T; reads: () => number } {
  let reads = 0;
  const known = new WeakMap<object, unknown>();
  const watched = (inner: unknown): unknown => {
    if (typeof inner !== "object" || inner === null) return inner;
    const proxy =
      known.get(inner) ??
      new Proxy(inner, {
        get: (target, key) => {
          reads += 1;
          return watched(Reflect.get(target, key));
        },
        getOwnPropertyDescriptor: (target, key) => {
          reads += 1;
          const found = Reflect.getOwnPropertyDescriptor(target, key);
          return found && "value" in found ? { ...found, value: watched(found.value) } : found;
        },
      });
    known.set(inner, proxy);
    return proxy;
  };
  return { value: watched(value) as T, reads: () => reads };
}
