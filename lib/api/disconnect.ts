import type { ServerRequest } from "srvx";

/**
 * Aborts when the client has gone or closed its side; before an answer both look the same. A
 * waiting handler then answers with what it has.
 */
export function leavingOf(request: Request): AbortSignal {
  const node = (request as ServerRequest).runtime?.node;
  if (!node?.res) return request.signal;
  const { socket } = node.req;
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  socket.once("end", leave);
  node.res.once("close", () => socket.off("end", leave));
  request.signal.addEventListener("abort", leave);
  if (socket.readableEnded || request.signal.aborted) leave();
  return leaving.signal;
}
