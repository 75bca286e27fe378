// The gateways' callback endpoint: verifies signatures, sometimes refuses, and counts callbacks.
import http from "node:http";
import { Webhook } from "standardwebhooks";

const REFUSED_EVERY = 10;

/** @param {string} secret `whsec_…` */
export async function startReceiver(secret) {
  const webhook = new Webhook(secret);
  /** @type {Map<string, { ids: Set<string>, times: number }>} by approval */
  const taken = new Map();
  const wrong = [];
  let n = 0;
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    n += 1;
    try {
      const { data } = webhook.verify(body, request.headers);
      if (n % REFUSED_EVERY === 0) return response.writeHead(503, { "retry-after": "1" }).end();
      const entry = taken.get(data.approval_id) ?? { ids: new Set(), times: 0 };
      entry.ids.add(request.headers["webhook-id"]);
      entry.times += 1;
      taken.set(data.approval_id, entry);
    } catch (error) {
      wrong.push(String(error));
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/hook`, taken, wrong, close: () => server.close() };
}
