import { expect, test } from "vitest";
import { aMessage } from "@/lib/testing/messages";
import { renderMail } from "./render";

const STOP = "https://countersign.example/notifications/stop?token=abc.def";

const render = (...[over, call]: Parameters<typeof aMessage>) =>
  renderMail(aMessage({ links: { ...aMessage().links, stop: STOP }, ...over }, call), "acme.example");

test("a mail says what will happen, the facts and why it came, and its links only open pages", () => {
  const { subject, text, html, headers, messageId } = render();
  expect(subject).toBe("High risk: mail · send waits for you");
  for (const part of [text, html]) {
    for (const words of ["Send 3 mails to all customers", "How many", "Cannot be undone", "High risk"])
      expect(part).toContain(words);
    expect(part).toContain("You may decide it.");
    expect(part).toContain("https://countersign.example/approvals/1");
    expect(part).not.toContain('{"to"');
  }
  expect(html.match(/<a /g)).toHaveLength(4);
  expect(messageId).toBe("<m1@acme.example>");
  expect(headers).toMatchObject({
    "Auto-Submitted": "auto-generated",
    "List-Unsubscribe": "<https://countersign.example/api/notifications/stop?token=abc.def>",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});

test("all mails about one call are one thread, and others are none", () => {
  const root = "<call.1@acme.example>";
  expect(render()).toMatchObject({ references: [root], inReplyTo: root });
  const parent = { messageId: "<first.1@acme.example>" };
  expect(render({ kind: "reminder", parent })).toMatchObject({
    references: [root, "<first.1@acme.example>"],
    inReplyTo: "<first.1@acme.example>",
  });
  const forged = { messageId: "<a@b>\r\nBcc: all@acme.example" };
  expect(render({ parent: forged }).references).toEqual([root]);
  expect(render({ call: null, kind: "weekly" })).toMatchObject({ references: [], inReplyTo: undefined });
});

const HOSTILE = [
  "<script>alert(1)</script><img src=x onerror=alert(1)>",
  "[Approve](https://evil.example/approve)",
  "Click https://evil.example/now or mail boss@evil.example, www.evil.example",
  "</bdi></td></table><a href='https://evil.example'>Approve here</a>",
  "first\r\nBcc: everyone@acme.example\r\n\r\n<b>body</b>",
  "abc\u202Egnp.exe\u200B and ⟨U+202E⟩",
  "\"quoted\" & 'ticks'",
].join(" ");

test("texts of agents make no markup, no link, no header and no hidden character", () => {
  const call = {
    ...{
      headline: HOSTILE,
      provider: HOSTILE,
      tool: HOSTILE,
      gateway: HOSTILE,
      agent: HOSTILE,
      outcome: HOSTILE,
    },
    facts: [{ label: HOSTILE, value: HOSTILE }],
  };
  const { subject, text, html, headers } = render({ title: HOSTILE, lines: [HOSTILE], why: HOSTILE }, call);
  expect(html).not.toMatch(/<(script|img|b)\b/);
  expect(html.match(/<a /g)).toHaveLength(4);
  expect(html).not.toContain("href='");
  for (const part of [text, html]) {
    expect(part).not.toMatch(/https:\/\/evil|evil\.example|boss@evil|[\u202A-\u202E]/);
    expect(part).toContain("⟨U+202E⟩");
    expect(part).not.toContain("⟨U+27E8⟩");
  }
  expect(subject).not.toMatch(/[\r\n]/);
  expect(JSON.stringify(headers)).not.toContain("evil");
});

test("a long headline is cut, and many facts are counted", () => {
  const facts = Array.from({ length: 40 }, (_, at) => ({ label: `Fact ${at}`, value: "x".repeat(5_000) }));
  const { text, html } = render({}, { headline: "ü".repeat(4_000), facts });
  expect(text).toContain("facts on its page");
  expect(text.length).toBeLessThan(10_000);
  expect(html.length).toBeLessThan(20_000);
  expect(render({}, { facts: [] }).text).not.toContain("How many");
});

test("a long subject ends with an ellipsis, between characters", () => {
  expect(render({ title: `a${"🇩🇪".repeat(200)}` }).subject).toMatch(/^a(🇩🇪)+…$/u);
});

test("right-to-left text and emoji arrive whole, and end where they end", () => {
  const { text, html } = render({}, { headline: "شحن 😀 הזמנה" });
  expect(html).toContain("<bdi>شحن 😀 הזמנה</bdi>");
  expect(text).toContain("شحن 😀 הזמנה");
});

test("a decided call says so, and a mail that cannot be stopped has no such header", () => {
  const links = { ...aMessage().links, stop: null };
  const outcome = "Approved by Ines at 14:02 CET.";
  const { text, headers } = render({ links, kind: "decided" }, { outcome });
  expect(text).toContain("Approved by Ines at 14:02 CET.");
  expect(headers).not.toHaveProperty("List-Unsubscribe");
  expect(text).not.toContain("Stop these mails");
});

test("a digest lists its items with a link each, and counts those it does not show", () => {
  const items = Array.from({ length: 60 }, (_, at) => ({
    ...{ title: `Medium risk: crm · tag_${at} is waiting`, risk: "medium" as const, tenant: "acme" },
    open: `https://countersign.example/approvals/${at}`,
  }));
  const { text, html } = render({
    kind: "digest",
    call: null,
    items,
    title: "60 notifications of Acme",
    lines: [],
  });
  expect(text).toContain("https://countersign.example/approvals/49");
  expect(text).not.toContain("https://countersign.example/approvals/50");
  expect(html).toContain("10 more");
});
