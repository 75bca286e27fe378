import { ingest } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { type Actor, systemScope } from "@/lib/core/scope";
import { BATCH_BYTES_MAX, BODY_BYTES_MAX } from "../body";
import { bodyOf, codesOf, namesTenant, type Operation } from "../definition";
import { countRequest } from "../limits";
import type { Resource } from "../resource";
import { aHeldCall, seen } from "./authorizations";
import type { Who, World } from "./world";

/** Operations by their name in tests: `POST /api/v1/authorize`. */
export function operationsOf(resources: readonly Resource[]): [name: string, operation: Operation][] {
  return resources.flatMap(({ path, operations }) =>
    Object.entries(operations).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation,
    ]),
  );
}

const ANYBODY = "01999999-0000-7000-8000-000000000000";

// A browser on our page without a session.
const ownPage = () => ({ origin: env().PUBLIC_URL, "sec-fetch-site": "same-origin" });

const welcome = ({ access }: Operation): Who => (access === "person" ? "approver" : "gateway");

export async function askBadly({ ask }: World, resources: readonly Resource[]): Promise<void> {
  for (const [name, operation] of operationsOf(resources)) {
    const codes = codesOf(operation);
    const as = welcome(operation);
    const asked = { as, of: ANYBODY };
    if (codes.has("UNAUTHENTICATED")) await ask(name, { of: ANYBODY, as: "nobody", headers: ownPage() });
    if (operation.access === "gateway") await ask(name, { of: ANYBODY, as: "approver" });
    if (operation.access === "person") await ask(name, { of: ANYBODY, as: "gateway" });
    if (operation.query) await ask(name, { ...asked, query: { surprise: "1" }, ...emptyBody(operation) });
    if (namesTenant(operation.query)) await ask(name, { ...asked, query: { tenant: "somebody-else" } });
    if (!bodyOf(operation)) continue;
    const most = operation.bytesMax ?? (operation.readsBody ? BATCH_BYTES_MAX : BODY_BYTES_MAX);
    await ask(name, { ...asked, body: "{" });
    await ask(name, { ...asked, body: { surprise: 1 } });
    await ask(name, { ...asked, body: `"${"x".repeat(most)}"` });
    await ask(name, { ...asked, body: "{}", headers: { "content-type": "text/plain" } });
  }
}

const emptyBody = (operation: Operation) => (bodyOf(operation) ? { body: {} } : {});

/** A person's vote counts once. */
export async function voteTwice(world: World): Promise<void> {
  const { ask } = world;
  for (const verb of ["approve", "reject", "request-changes"]) {
    for (const prefix of verb === "request-changes" ? ["/api/v1"] : ["/api/v1", "/admin"]) {
      const { id, told } = await aHeldCall(world, { arguments: { verb, prefix, twice: true } });
      await ingest(
        systemScope("tests"),
        (tx) => tx.$executeRaw`update approvals set approvals_required = 2 where id = ${id}::uuid`,
      );
      const as = "approver";
      await ask("POST /api/v1/approvals/{id}/approve", { as, of: id, body: seen(told) });
      const body = seen(told, verb === "approve" ? {} : { reason: "On second thoughts, no." });
      await ask(`POST ${prefix}/approvals/{id}/${verb}`, { as, of: id, body });
    }
  }
}

// Above every limit, so that each try exhausts it.
const REQUESTS_MAX = 110_000;
const TRIES_MAX = 5;

/** Calls each operation with an exhausted limit. */
export async function askTooOften(world: World, resources: readonly Resource[]): Promise<void> {
  for (const [name, operation] of operationsOf(resources)) {
    if (!codesOf(operation).has("RATE_LIMITED")) continue;
    const as = welcome(operation);
    const actor = await world.actorOf(as);
    // The limit's window is short; on a busy machine it may restart between filling it and the
    // request.
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      await spendLimit(actor);
      if ((await world.ask(name, { as, of: ANYBODY })).status === 429) break;
    }
  }
}

async function spendLimit(actor: Actor): Promise<void> {
  for (let count = 0; count < REQUESTS_MAX; count += 1) {
    if ((await countRequest(actor)).refusal) return;
  }
}
