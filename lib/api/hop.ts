import type { IncomingMessage } from "node:http";

// What the API process tells the pages process of a request it passes on. Nobody else can: the pages process listens at a path that
// only its own account may open, and what a client calls by this name is never passed on.

const HEADER = "x-countersign-hop";

/** A request as the process at the door received it. */
type Hop = {
  requestId: string;
  /** Up to which change its process had heard, before anything of the answer was read. */
  place: number;
  /** The address of the client's socket. */
  peer: string | undefined;
};

const NOBODY = "-";

/** The header that carries it. */
export const hopHeader = ({ requestId, place, peer = NOBODY }: Hop): Record<string, string> => ({
  [HEADER]: `${requestId} ${place} ${peer}`,
});

const hops = new WeakMap<IncomingMessage, Hop>();

/** Reads what the process at the door told, and takes it out of the request: nobody behind has to know of it. */
export function takeHop(request: IncomingMessage): Hop | undefined {
  const told = request.headers[HEADER];
  delete request.headers[HEADER];
  // What came over a port came from anybody.
  if (typeof told !== "string" || request.socket.remoteAddress !== undefined) return undefined;
  const [requestId = "", place, peer] = told.split(" ");
  const hop = { requestId, place: Number(place), peer: peer === NOBODY ? undefined : peer };
  hops.set(request, hop);
  return hop;
}

/** What was taken out of the request; undefined for one that came from a client. */
export const hopOf = (request: IncomingMessage): Hop | undefined => hops.get(request);
