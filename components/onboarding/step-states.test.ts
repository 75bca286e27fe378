import { expect, test } from "vitest";
import type { FirstSteps } from "@/lib/onboarding/types";
import { statesOf } from "./step-states";

const HERE = "http://127.0.0.1:4500/hooks/countersign";
const gatewayAt = (callbackUrl: string | null) => ({ id: "g", name: "gateway", tenant: "acme", callbackUrl });
const key = { prefix: "csk_1", used: true };
const call = {
  id: "a",
  headline: "Send it",
  risk: "high" as const,
  decision: "pending",
  decidedBy: null,
  decidedAt: null,
  yours: false,
};
const START: FirstSteps = { gateway: null, key: null, call: null, told: null };
const decided = { ...call, decision: "approved", decidedBy: "Maya", decidedAt: new Date(0), yours: true };
const delivered = { by: "callback" as const, state: "delivered" as const, deliveryId: "d", error: null };

test.each<[string, Partial<FirstSteps>, string]>([
  ["nothing is there", {}, "next later later later later"],
  ["a gateway with a receiver here", { gateway: gatewayAt(HERE), key }, "done next next later later"],
  // An arrived call does not prove a receiver.
  ["its call waits", { gateway: gatewayAt(HERE), key, call }, "done next done next later"],
  [
    "it was told",
    { gateway: gatewayAt(HERE), key, call: decided, told: delivered },
    "done done done done done",
  ],
  ["a gateway that asks itself", { gateway: gatewayAt(null), key }, "done unneeded next later later"],
  [
    "a gateway that is called back elsewhere",
    { gateway: gatewayAt("https://gateway.acme.example/hook"), key, call },
    "done unneeded done next later",
  ],
  [
    "a key that was revoked since",
    { gateway: gatewayAt(null), call: decided, told: { by: "asking", asked: false } },
    "done unneeded done done next",
  ],
])("of the first steps, %s: only what was seen is ticked", (_, steps, states) => {
  expect(statesOf({ ...START, ...steps }).states.join(" ")).toBe(states);
});
