import { counted } from "../counted";

/** One call, from its head to its timeline. */
export const PAGE = {
  unknownWhom: "Unknown: the gateway sent no target",
  unknownCount: "Unknown: the gateway sent no count",
  unknownUndo: "Unknown: the gateway did not say",

  previewBy: "made by the gateway, not verified",

  sessionSoFar: ({ calls, rejected }: { calls: number; rejected: number }) =>
    `${counted(calls, "call", "calls")}, ${rejected.toLocaleString("en")} rejected`,

  voted: {
    approve: "approved",
    reject: "rejected",
    request_changes: "asked for changes",
    revoke: "withdrew it",
  } as Record<string, string>,

  deliveryStates: {
    waiting: "Waiting to be sent",
    sending: "Being sent",
    delivered: "Delivered",
    dead: "Could not tell the gateway",
  },
};
