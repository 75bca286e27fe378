import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { liveHub } from "./hub";

// One a process, also when a bundler loads this module more than once.
const store = globalThis as { countersignPlaces?: AsyncLocalStorage<number> };
store.countersignPlaces ??= new AsyncLocalStorage();
const places = store.countersignPlaces;

/** What follows in this request is read after the process that keeps the streams had heard of changes up to this place. */
export function keepPlace(place: number): void {
  places.enterWith(place);
}

/** Up to where the process that keeps the streams has heard of changes: another one, where that passed the request on. */
export function heardUpTo(): number {
  return places.getStore() ?? liveHub().place;
}
