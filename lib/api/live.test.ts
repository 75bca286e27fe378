import { afterAll, beforeAll, expect, test } from "vitest";
import { sealSessionId, sessionCookieName } from "@/lib/auth/sessions/cookie";
import { aSignedIn } from "@/lib/auth/testing/signed-in";
import { closeDatabase, ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { NO_TENANT, systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { announce, type LiveTopic } from "@/lib/live/announce";
import { closeLiveHub } from "@/lib/live/hub";
import { aTenant } from "@/lib/testing/factories";
import { endLiveStreams, openLiveStream } from "./live";

const system = systemScope("tests");
let own: Awaited<ReturnType<typeof useOwnDatabase>>;

beforeAll(async () => {
  own = await useOwnDatabase();
});
afterAll(async () => {
  endLiveStreams();
  await closeLiveHub();
  await closeDatabase();
  await own.drop();
});

test("who is limited to a tenant hears of its rows and of tools, and of nothing else without a tenant", async () => {
  const [mine, other] = [await aTenant(), await aTenant()];
  const person = await aSignedIn("viewer", { tenants: [mine.key] });
  const cookie = `${sessionCookieName()}=${await sealSessionId(person.actor.credentialId)}`;
  const stream = await openLiveStream(
    new Request("http://localhost:3000/api/live", { headers: { cookie, accept: "text/event-stream" } }),
  );
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const tell = async (topic: LiveTopic, tenantId: string) => {
    const id = newId();
    await ingest(system, (tx) => announce(tx, topic, tenantId, id));
    return id;
  };
  const withheld = [
    await tell("gateway", NO_TENANT),
    await tell("tool", other.id),
    await tell("delivery", other.id),
  ];
  const heard = [await tell("tool", NO_TENANT), await tell("tool", mine.id), await tell("delivery", mine.id)];
  let told = "";
  while (!told.includes(String(heard.at(-1)))) {
    const part = await reader?.read();
    if (!part || part.done) break;
    told += part.value;
  }
  for (const id of heard) expect(told).toContain(id);
  for (const id of withheld) expect(told).not.toContain(id);
});
