import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { DATABASE_AWAY } from "./away";

// Marks requests that met a database outage. Next answers a failed page with 500; this note lets
// the server distinguish an outage from a bug.

type OutageNote = { met: boolean };

// One per process, even if a bundler loads this module twice.
const store = globalThis as { countersignOutage?: AsyncLocalStorage<OutageNote> };
store.countersignOutage ??= new AsyncLocalStorage();
const notes = store.countersignOutage;

/** Later outages in this request set this note. */
export function keepOutageNote(note: OutageNote): void {
  notes.enterWith(note);
}

/**
 * Notes the outage at the request, and in the error itself, where the browser's error page finds
 * it.
 */
export function noteOutage(error: unknown): void {
  const note = notes.getStore();
  if (note) note.met = true;
  if (error instanceof Error) Object.assign(error, { digest: DATABASE_AWAY });
}
