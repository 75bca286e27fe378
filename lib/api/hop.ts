import type { IncomingMessage } from "node:http";

// The header with which the API process describes a request that it passes to the pages process.
// Clients cannot set it: the pages process listens on a private socket, and the API process removes
// the header.

const HEADER = "x-countersign-hop";

type Hop = {
  requestId: string;
  /** The last live change its process knew, before the answer was read. */
  place: number;
  peer: string | undefined;
};

const NOBODY = "-";

export const hopHeader = ({ requestId, place, peer = NOBODY }: Hop): Record<string, string> => ({
  [HEADER]: `${requestId} ${place} ${peer}`,
});

const hops = new WeakMap<IncomingMessage, Hop>();

/** Reads the header and removes it, so that later code does not see it. */
export function takeHop(request: IncomingMessage): Hop | undefined {
  const told = request.headers[HEADER];
  delete request.headers[HEADER];
  // A request over a port can come from anyone.
  if (typeof told !== "string" || request.socket.remoteAddress !== undefined) return undefined;
  const [requestId = "", place, peer] = told.split(" ");
  const hop = { requestId, place: Number(place), peer: peer === NOBODY ? undefined : peer };
  hops.set(request, hop);
  return hop;
}

export const hopOf = (request: IncomingMessage): Hop | undefined => hops.get(request);
