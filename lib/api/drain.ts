import { endLiveStreams } from "./live";
import { finishRequests } from "./record";
import { startDraining } from "./v1/health";

/** On SIGTERM readiness fails and live streams end, so that the server can close; requests under way finish. */
export function drainOnSignal(): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      startDraining();
      endLiveStreams();
      void finishRequests();
    });
  }
}
