import { subscribe, unsubscribe } from "node:diagnostics_channel";
import http from "node:http";
import type { AddressInfo } from "node:net";
import net from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { newSigningSecret } from "@/lib/gateways/signing-secrets";
import { renderCallback } from "./channels/callback/render";
import { createPoster, type Poster, type PosterOptions } from "./post";
import { type Answering, aReceiver, type Receiver, silence, status, verified } from "./testing/receiver";

const LOOPBACK = ["127.0.0.0/8", "::1/128"];
const open: { close: () => Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function receiver(answer?: Answering, host?: string): Promise<Receiver> {
  const one = await aReceiver(answer, host);
  open.push(one);
  return one;
}

function poster(options: Partial<PosterOptions> = {}): Poster {
  const one = createPoster({ allow: LOOPBACK, answerMs: 60_000, ...options });
  open.push(one);
  return one;
}

const secret = newSigningSecret();
const event = (url: string) => ({
  url,
  ...renderCallback({ eventId: "evt_1", body: '{"a":1}', secrets: [secret], at: new Date() }),
});
const portOf = (one: Receiver) => new URL(one.url).port;

describe("answers", () => {
  test("the answer is read whole, and what was sent verifies", async () => {
    const gateway = await receiver(
      status(202, { "content-type": "application/json" }, '{"execution":{"n":1e400}}'),
    );
    const result = await poster().post(event(gateway.url));
    expect(result).toMatchObject({ status: 202, error: null, answer: '{"execution":{"n":1e400}}' });
    const [got] = gateway.received;
    if (!got) throw new Error("nothing came");
    expect(verified(secret, got)).toEqual({ a: 1 });
  });

  test("an answer of more than 64 KiB is cut off there, and counts by its status", async () => {
    let sent = 0;
    let cut = false;
    const gateway = await receiver((response) => {
      response.on("close", () => {
        cut = true;
      });
      response.writeHead(200);
      const more = () => {
        while (sent < 50_000_000 && response.write("x".repeat(65_536))) sent += 65_536;
      };
      response.on("drain", more);
      more();
    });
    const result = await poster().post(event(gateway.url));
    expect(result).toMatchObject({ status: 200, error: null, answer: null });
    expect(result.responseBody).toHaveLength(64 * 1024);
    await expect.poll(() => cut, { timeout: 60_000 }).toBe(true);
    expect(sent).toBeLessThan(50_000_000);
  });

  test("of an answer that is not UTF-8 the head is shown, and nothing is believed", async () => {
    const gateway = await receiver((response) => response.end(Buffer.from([0x7b, 0xff, 0x7d])));
    expect(await poster().post(event(gateway.url))).toMatchObject({
      error: null,
      answer: null,
      responseBody: "{\uFFFD}",
    });
  });

  test("no answer in time is a failure in words", async () => {
    const gateway = await receiver(silence);
    const result = await poster({ answerMs: 150 }).post(event(gateway.url));
    expect(result).toMatchObject({ status: null, error: expect.stringContaining("No answer within 0.15 s") });
    expect(result.durationMs).toBeGreaterThanOrEqual(149);
  });

  test("an answer that drips is not complete in time, whatever its status", async () => {
    const gateway = await receiver((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(drip));
    });
    const clock = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(clock.signal);
    const endOfTime = () => setImmediate(() => clock.abort());
    subscribe("undici:request:headers", endOfTime);
    const result = await poster({ answerMs: 60_000 }).post(event(gateway.url));
    unsubscribe("undici:request:headers", endOfTime);
    expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000);
    timeout.mockRestore();
    expect(result).toMatchObject({
      status: 200,
      error: expect.stringContaining("not complete within 60 s"),
    });
  });

  test("an answer cut off in the middle is no acknowledgement", async () => {
    const gateway = await receiver((response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.destroy());
    });
    const result = await poster().post(event(gateway.url));
    expect(result).toMatchObject({ status: 200, responseBody: "half", answer: "half" });
    expect(result.error).toMatch(/closed before a whole answer|cut off/);
  });

  test("a closed port, an unknown name and garbage are failures in words", async () => {
    const gone = await aReceiver();
    await gone.close();
    expect((await poster().post(event(gone.url))).error).toBe("Nothing listens at that address and port.");
    const unknown = poster({
      resolve: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })),
    });
    expect((await unknown.post(event("https://nowhere.example/"))).error).toMatch(
      /not known to the resolver/,
    );
    const babble = net.createServer((socket) => socket.end("ceci n'est pas du HTTP\r\n\r\n"));
    await new Promise<void>((resolve) => babble.listen(0, "127.0.0.1", resolve));
    const result = await poster().post(event(`http://127.0.0.1:${(babble.address() as AddressInfo).port}/`));
    babble.close();
    expect(result.status).toBeNull();
    expect(result.error).toMatch(/./);
  });

  test.each([
    ["7", 7_000],
    ["Sat, 21 Nov 2026 10:00:30 GMT", 30_000],
    ["soon", null],
    ["-5", null],
  ])("Retry-After: %s", async (value, expected) => {
    const gateway = await receiver(
      status(503, { "retry-after": value, date: "Sat, 21 Nov 2026 10:00:00 GMT" }),
    );
    expect((await poster().post(event(gateway.url))).retryAfterMs).toBe(expected);
  });
});

describe("never reaches inside", () => {
  test.each([301, 302, 303, 307, 308])("a %i is not followed", async (code) => {
    const canary = await receiver();
    const gateway = await receiver(status(code, { location: canary.url }));
    expect(await poster().post(event(gateway.url))).toMatchObject({ status: code, error: null });
    expect(canary.connections()).toBe(0);
  });

  // As a socket would take them, to test the connection guard, not only the URL parser.
  test.each([
    "127.0.0.1",
    "127.1",
    "0177.0.0.1",
    "0x7f.0.0.1",
    "2130706433",
    "0.0.0.0",
    "0",
    "localhost",
    "localhost.",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
  ])("%s makes no connection when loopback is not opened, over either scheme", async (host) => {
    const canary = await receiver(undefined, "::");
    for (const scheme of ["http", "https"]) {
      const result = await poster({ allow: [] }).post(event(`${scheme}://${host}:${portOf(canary)}/`));
      expect(result.status).toBeNull();
      expect(result.error).toMatch(/Nothing was sent/);
    }
    expect(canary.connections()).toBe(0);
  });

  test("the canary would notice: with loopback opened the same request arrives", async () => {
    const canary = await receiver();
    expect(await poster().post(event(`http://127.1:${portOf(canary)}/`))).toMatchObject({ status: 200 });
    expect(canary.connections()).toBe(1);
  });

  test("a name is judged by where it leads: private, mixed and rebinding answers reach only what was judged", async () => {
    const canary = await receiver();
    const leads = (...addresses: string[]) =>
      addresses.map((address) => ({ address, family: net.isIP(address) }));
    const url = `http://rebind.example:${portOf(canary)}/`;
    const inside = poster({ allow: [], resolve: async () => leads("127.0.0.1") });
    expect((await inside.post(event(url))).error).toMatch(
      /rebind\.example may not be called.*Nothing was sent/,
    );
    const metadata = poster({ allow: ["0.0.0.0/0"], resolve: async () => leads("169.254.169.254") });
    expect((await metadata.post(event(url))).error).toMatch(/never called/);
    const plain = poster({ allow: [], resolve: async () => leads("93.184.216.34") });
    expect((await plain.post(event(url))).error).toMatch(/over https only/);
    const nowhere = poster({ allow: [], resolve: async () => [] });
    expect((await nowhere.post(event(url))).error).toMatch(/no address/);
    expect(canary.connections()).toBe(0);
  });

  test("between the check and the connection the name cannot change its mind: it is asked once", async () => {
    const canary = await receiver();
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      // The first answer is public (and unreachable), later ones are the canary.
      return [{ address: asked === 1 ? "127.0.0.2" : "127.0.0.1", family: 4 }];
    };
    const one = poster({ allow: ["127.0.0.2/32"], resolve });
    const result = await one.post(event(`http://rebind.example:${portOf(canary)}/`));
    expect(result.error).toBe("Nothing listens at that address and port.");
    expect(asked).toBe(1);
    const again = await one.post(event(`http://rebind.example:${portOf(canary)}/`));
    expect(again.error).toMatch(/may not be called/);
    expect(canary.connections()).toBe(0);
  });

  test("a plain client would reach the canary by a name that leads inside", async () => {
    const canary = await receiver();
    await new Promise((resolve, reject) => {
      http.get(`http://localhost:${portOf(canary)}/`, { family: 4 }, resolve).on("error", reject);
    });
    expect(canary.connections()).toBe(1);
  });

  test("one question at a time for a name whose resolver hangs", async () => {
    let asked = 0;
    const hanging = poster({
      answerMs: 80,
      resolve: () => {
        asked += 1;
        return new Promise(() => undefined);
      },
    });
    await Promise.all(Array.from({ length: 5 }, () => hanging.post(event("https://hang.example/"))));
    await hanging.post(event("https://hang.example/"));
    expect(asked).toBe(1);
  });
});
