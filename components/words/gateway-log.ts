import type { DeliveryState } from "@/lib/delivery/types";

export const DELIVERY_STATE_WORDS: Record<DeliveryState, string> = {
  waiting: "Waiting",
  sending: "Being sent",
  delivered: "Acknowledged",
  dead: "Given up",
};

/** How long a request took: "80 ms", "1.2 s". */
export function tookWords(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
