import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { liveHub } from "./hub";

// One per process, even if a bundler loads this module twice.
const store = globalThis as { countersignPlaces?: AsyncLocalStorage<number> };
store.countersignPlaces ??= new AsyncLocalStorage();
const places = store.countersignPlaces;

/**
 * Records that this request reads after changes up to this place were known to the process with the
 * streams.
 */
export function keepPlace(place: number): void {
  places.enterWith(place);
}

/** The last change known to the process with the streams, which may have passed the request on. */
export function heardUpTo(): number {
  return places.getStore() ?? liveHub().place;
}
