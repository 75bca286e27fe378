import { expect, test } from "vitest";
import { aMessage } from "@/lib/testing/messages";
import { renderPush } from "./render";

test("a waiting call is announced by risk, tool, tenant and deadline", () => {
  const links = { ...aMessage().links, open: "https://countersign.example/approvals/1?from=push#top" };
  const message = aMessage({ links });
  expect(renderPush(message)).toEqual({
    payload: {
      title: "High risk: mail · send waits for you",
      body: "Acme",
      path: "/approvals/1?from=push#top",
      tag: message.key,
      until: Date.parse("2026-12-24T18:00:00Z"),
      closed: false,
      quiet: false,
    },
    ttlSeconds: 21_600,
    urgency: "high",
    topic: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
  });
});

test.each([
  ["reminder", "Low risk: mail · send still waits for you"],
  ["escalated", "Low risk: mail · send now waits for you too"],
  ["failed", "The call failed"],
] as const)("%s has its own title", (kind, title) => {
  const { payload, urgency } = renderPush(aMessage({ kind, title: "The call failed" }, { risk: "low" }));
  expect(payload.title).toBe(title);
  expect(urgency).toBe("normal");
});

test("a long name ends with an ellipsis, between characters", () => {
  const { payload } = renderPush(aMessage({}, { tool: "🇩🇪".repeat(100) }));
  expect(payload.title).toMatch(/ · (🇩🇪)+…$/u);
});

test("a change of a call that still waits replaces the question without a sound", () => {
  const { payload, urgency } = renderPush(aMessage({ version: 2, isUpdate: true }));
  expect(payload).toMatchObject({
    title: "High risk: mail · send waits for you",
    closed: false,
    quiet: true,
  });
  expect(urgency).toBe("low");
});

test("an outcome replaces the question, without a sound, and says who decided", () => {
  const first = aMessage();
  const outcome = "Approved by Ines at 18:20 UTC";
  const { payload, topic, ttlSeconds, urgency } = renderPush({
    ...first,
    ...{ version: 2, isClosed: true },
    call: first.call && { ...first.call, outcome },
  });
  expect(payload).toMatchObject({
    ...{ title: "mail · send", body: outcome, tag: first.key, until: null, closed: true },
  });
  expect(topic).toBe(renderPush(first).topic);
  expect([ttlSeconds > 0, urgency]).toEqual([true, "low"]);
});

test("no argument and no word of an agent leaves, whatever they hold", () => {
  const hostile = "\u202e<b>rm -rf</b> 👩‍👩‍👧‍👦 ".repeat(300);
  const facts = Array.from({ length: 40 }, (_, at) => ({ label: `Fact ${at}`, value: hostile }));
  const rendered = JSON.stringify(
    renderPush(
      aMessage({ lines: [hostile] }, { headline: hostile, facts, arguments: hostile, agent: hostile }),
    ),
  );
  expect(rendered).not.toMatch(/rm -rf|👩|\u202e|ops@/u);
  expect(Buffer.byteLength(rendered)).toBeLessThan(1_000);
});

test("long and hidden names fit into what push services take, and stay on one line", () => {
  const tool = `\u202e\n${"مرحبا👍🏽".repeat(2_000)}`;
  const message = aMessage({}, { tool, provider: "p".repeat(4_000), outcome: tool });
  const { payload } = renderPush({ ...message, isClosed: true });
  expect(payload.title).not.toMatch(/[\n\u202e]/u);
  expect(payload.body).not.toMatch(/[\n\u202e]/u);
  // RFC 8030 promises 4,096 bytes, of which encryption takes some.
  expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(3_900);
});

test("a link to another site becomes a path of this one", () => {
  const links = { ...aMessage().links, open: "https://evil.example//other.example/x" };
  expect(renderPush(aMessage({ links })).payload.path).toMatch(/^\//);
});

test("after the deadline, a push service does not keep the message", () => {
  const { at } = aMessage();
  expect(renderPush(aMessage({}, { decideBy: new Date(at.getTime() - 1) })).ttlSeconds).toBe(0);
});

test("the name that a caller gave itself stays off a locked screen", () => {
  const title = "Ring +1 900 555 now sends calls without a rationale";
  const { payload } = renderPush(aMessage({ kind: "offender", title, call: null }));
  expect(payload).toMatchObject({ title: "A caller sends calls without a rationale", body: "Acme" });
  expect(JSON.stringify(payload)).not.toContain("900");
});

test("what is about no call says so itself", () => {
  const message = aMessage({ kind: "weekly", title: "Your week", call: null });
  expect(renderPush(message)).toMatchObject({
    payload: { title: "Your week", body: "Acme", until: null },
    urgency: "low",
  });
});
