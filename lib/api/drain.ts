import { finishTracing } from "@/lib/core/traces";
import { endWaits } from "@/lib/live/wait";
import { endLiveStreams } from "./live";
import { finishRequests } from "./record";
import { closeConnections } from "./serving";
import { startDraining } from "./v1/health";

/**
 * On SIGTERM readiness fails, streams end, long polls return the current state, and answers close
 * their connections. Running requests finish.
 */
export function drainOnSignal(): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      startDraining();
      closeConnections();
      endLiveStreams();
      endWaits();
      void finishRequests();
      void finishTracing();
    });
  }
}
