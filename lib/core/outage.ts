import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { DATABASE_AWAY } from "./away";

// Whether the request that is being answered met a database that was away. Next gives a page that failed the status 500 and
// asks nobody; with this, whoever writes the answer's head can tell an outage from a mistake of ours.

type OutageNote = { met: boolean };

// One a process, also when a bundler loads this module more than once.
const store = globalThis as { countersignOutage?: AsyncLocalStorage<OutageNote> };
store.countersignOutage ??= new AsyncLocalStorage();
const notes = store.countersignOutage;

/** What follows in this request notes its outage there. */
export function keepOutageNote(note: OutageNote): void {
  notes.enterWith(note);
}

/** Notes the outage at the request, and in the error itself, where the browser's error page finds it. */
export function noteOutage(error: unknown): void {
  const note = notes.getStore();
  if (note) note.met = true;
  if (error instanceof Error) Object.assign(error, { digest: DATABASE_AWAY });
}
