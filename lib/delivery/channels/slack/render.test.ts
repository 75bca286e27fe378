import { expect, test } from "vitest";
import type { Message } from "@/lib/notices/message";
import { aMessage } from "@/lib/testing/messages";
import { BLOCKS_MAX, HEADER_MAX, SECTION_MAX } from "./limits";
import { renderSlack } from "./render";

const HOSTILE = "<!channel> <@U1> *bold* <https://evil.example|Approve> @here `x` & \u202Eevil :tada:";

/** Texts by their kind, wherever they are. */
function textsOf(node: unknown, kind: string): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => textsOf(one, kind));
  if (typeof node !== "object" || node === null) return [];
  const { type, text } = node as { type?: string; text?: unknown };
  const own = type === kind && typeof text === "string" ? [text] : [];
  return [...own, ...Object.values(node).flatMap((one) => textsOf(one, kind))];
}

const longestIn = (node: unknown): number =>
  Math.max(
    0,
    ...["plain_text", "mrkdwn", "text"].flatMap((kind) => textsOf(node, kind)).map((text) => text.length),
  );

test("a call that waits says risk, what happens, facts and deadline, and links to its page", () => {
  const { blocks, text, metadata } = renderSlack(aMessage());
  const all = JSON.stringify(blocks);
  for (const words of [
    "High risk",
    "Send 3 mails to all customers",
    "ops@example.com",
    "2026-12-24 18:00 UTC",
  ])
    expect(all).toContain(words);
  expect(textsOf(blocks, "plain_text")).toContain("Open the call");
  expect(all).toContain('"url":"https://countersign.example/approvals/1"');
  expect(text).toContain("waits for you: Send 3 mails");
  expect(metadata.event_payload.key).toBe("k1");
});

test.each(["headline", "provider", "tool", "gateway", "agent"] as const)(
  "a hostile %s makes no markup",
  (member) => {
    const message = aMessage({}, { [member]: HOSTILE });
    const { blocks, text } = renderSlack(message);
    for (const own of textsOf(blocks, "mrkdwn")) expect(own).not.toMatch(/evil|channel>|tada/);
    expect(text).not.toMatch(/<!|<@|<http|\u202E/);
    expect(JSON.stringify(blocks)).not.toContain("\u202E");
    expect(JSON.stringify(blocks)).toContain("⟨U+202E⟩");
  },
);

test("hostile titles, lines, facts, outcomes, reasons and tenants make none either", () => {
  const message = aMessage(
    {
      title: HOSTILE,
      lines: [HOSTILE],
      why: HOSTILE,
      tenant: { id: "1", key: "t", name: HOSTILE },
      isClosed: true,
    },
    { facts: [{ label: HOSTILE, value: HOSTILE }], outcome: HOSTILE },
  );
  const { blocks, text } = renderSlack(message);
  for (const own of textsOf(blocks, "mrkdwn")) expect(own).not.toMatch(/evil|channel>|tada/);
  expect(text).not.toMatch(/<!|<@|<http/);
});

test("texts of any length stay within Slack's limits", () => {
  const long = "ه🙂".repeat(4_000);
  const facts = Array.from({ length: 300 }, () => ({ label: long, value: long }));
  const { blocks } = renderSlack(
    aMessage({ title: long, lines: Array(90).fill(long) as string[] }, { headline: long, facts }),
  );
  expect(blocks.length).toBeLessThanOrEqual(BLOCKS_MAX);
  expect(longestIn(blocks)).toBeLessThanOrEqual(SECTION_MAX);
  expect(textsOf(blocks[0], "plain_text")[0]?.length).toBeLessThanOrEqual(HEADER_MAX);
  expect(JSON.stringify(blocks)).toContain("280 more on its page");
  expect(JSON.stringify(blocks).isWellFormed()).toBe(true);
});

test("a long title, name or headline ends with an ellipsis, between characters", () => {
  const long = `a${"🇩🇪".repeat(1_000)}`;
  const facts = [{ label: long, value: long }];
  const { blocks, text } = renderSlack(aMessage({ title: long }, { tool: long, headline: long, facts }));
  const own = [text, ...["plain_text", "text"].flatMap((kind) => textsOf(blocks, kind))];
  const cut = own.filter((one) => one.includes("🇩🇪"));
  expect(cut).toHaveLength(6);
  for (const one of cut) expect(one).toMatch(/^\P{Regional_Indicator}*(🇩🇪)+…(: )?$/u);
});

test("buttons are there only where it may be decided in Slack, and are bound to the version shown", () => {
  const buttons = (message = aMessage()) =>
    textsOf(
      renderSlack(message).blocks.filter(({ type }) => type === "actions"),
      "plain_text",
    );
  expect(buttons()).toEqual(["Open the call"]);
  const medium = { decidesHere: true, risk: "medium" } as const;
  expect(buttons(aMessage({}, medium))).toEqual(["Approve…", "Reject…", "Open the call"]);
  expect(buttons(aMessage({}, { decidesHere: true, risk: "high" }))).toEqual(["Reject…", "Open the call"]);
  expect(buttons(aMessage({ isClosed: true }, { ...medium, extendsHere: true }))).toEqual(["Open the call"]);
  expect(buttons(aMessage({}, { extendsHere: true }))).toEqual(["Extend…", "Open the call"]);
  expect(buttons(aMessage({}, { ...medium, extendsHere: true }))).toEqual([
    "Approve…",
    "Reject…",
    "Extend…",
    "Open the call",
  ]);
  expect(JSON.stringify(renderSlack(aMessage({}, medium)).blocks)).toContain(
    JSON.stringify(JSON.stringify({ id: "1", revision: 2, sha256: "a".repeat(64) })).slice(1, -1),
  );
});

test("a message that can be stopped links to the page that asks first", () => {
  const stop = "https://countersign.example/notifications/stop?token=a&b";
  const own = (links: Partial<Message["links"]>) => {
    const message = aMessage();
    return JSON.stringify(renderSlack({ ...message, links: { ...message.links, ...links } }).blocks.at(-1));
  };
  expect(own({ stop })).toContain(`<${stop.replace("&", "&amp;")}|Stop these messages>`);
  expect(own({})).not.toContain("Stop");
});

test("a decided call says who decided instead of the deadline", () => {
  const { blocks } = renderSlack(aMessage({ isClosed: true }, { outcome: "Approved by Ines at 12:00 UTC." }));
  expect(JSON.stringify(blocks)).toContain("Approved by Ines at 12:00 UTC.");
  expect(JSON.stringify(blocks)).not.toContain("Decide by");
});

test("a call whose time has ended says so; one without facts has none", () => {
  const { blocks } = renderSlack(aMessage({ at: new Date("2027-01-01T00:00:00Z") }, { facts: [] }));
  expect(JSON.stringify(blocks)).toContain("The time to decide ended at 2026-12-24 18:00 UTC");
  expect(JSON.stringify(blocks)).not.toContain("on its page");
});

test("a collected message lists its items with links", () => {
  const items = Array.from({ length: 25 }, (_, at) => ({
    title: `Call ${at} ${HOSTILE}`,
    risk: "low" as const,
    tenant: "Acme",
    open: `https://countersign.example/approvals/${at}`,
  }));
  const { blocks } = renderSlack(aMessage({ kind: "digest", call: null, items }));
  const all = JSON.stringify(blocks);
  expect(all).toContain("https://countersign.example/approvals/19");
  expect(all).not.toContain("https://countersign.example/approvals/20");
  expect(all).toContain("5 more in Countersign");
});

test("a message about a call that ended says how, and no deadline", () => {
  const outcome = "Approved by Ines at 12:00 UTC.";
  const { blocks } = renderSlack(
    aMessage({ kind: "failed", title: "High risk: mail · send failed after approval" }, { outcome }),
  );
  const all = JSON.stringify(blocks);
  expect(all).toContain(outcome);
  expect(all).not.toContain("Decide by");
  // What the title says is not said again.
  expect(textsOf(blocks, "plain_text").filter((text) => text.includes("mail · send"))).toHaveLength(1);
});
