import type { FirstSteps } from "@/lib/onboarding/types";
import { isOnThisMachine } from "./commands";

/** `unneeded`: this gateway does not need the step. */
export type StepState = "done" | "unneeded" | "next" | "later";

const RECEIVER = 1;

/** Whether callbacks go to a receiver on this machine, which the first steps start. */
export function usesReceiver({ callbackUrl }: { callbackUrl: string | null }): boolean {
  return callbackUrl !== null && isOnThisMachine(callbackUrl);
}

/** The state of each step, and whether the last one is done. */
export function statesOf({ gateway, key, call, told }: FirstSteps): {
  finished: boolean;
  states: StepState[];
} {
  const finished = told !== null && (told.by === "callback" ? told.state === "delivered" : told.asked);
  const reached = [gateway !== null && key !== null, false, call !== null, call?.yours === true, finished];
  // A later step implies the earlier ones, even if revoked since. Only the receiver's response
  // proves it.
  const done = reached.map((_, index) =>
    index === RECEIVER ? finished && told.by === "callback" : reached.slice(index).includes(true),
  );
  const isUnneeded = (index: number) =>
    index === RECEIVER && !done[index] && gateway !== null && !usesReceiver(gateway);
  const open = reached.flatMap((_, index) => (done[index] || isUnneeded(index) ? [] : [index]));
  // The server cannot see whether the receiver runs, so the step after it is open too.
  const next = open[0] === RECEIVER ? open.slice(0, 2) : open.slice(0, 1);
  const states = reached.map((_, index): StepState => {
    if (done[index]) return "done";
    if (isUnneeded(index)) return "unneeded";
    return next.includes(index) ? "next" : "later";
  });
  return { finished, states };
}
