import { finishTracing } from "@/lib/core/traces";
import { endWaits } from "@/lib/live/wait";
import { endLiveStreams } from "./live";
import { finishRequests } from "./record";
import { closeConnections } from "./serving";
import { startDraining } from "./v1/health";

/**
 * On SIGTERM readiness fails, live streams end, long polls are answered with the present state, and every answer ends its
 * connection, so that the server can close; requests under way finish.
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
