import { afterEach, describe, expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { type Answering, aReceiver, type Receiver, silence, status } from "@/lib/delivery/testing/receiver";
import { getIssueView } from "../inbox/queries";
import { triageIssues } from "../triage/commands";
import { mergeIssues } from "../triage/merge";
import { aReported, bringTo, itemOf } from "../triage/testing/issues";
import { undoTriage } from "../triage/undo";
import { createTrackerItem } from "./commands";
import { briefDraft } from "./draft";
import { githubTracker } from "./github";
import { refreshItems } from "./worker";

// A server that answers like GitHub Enterprise, over real connections.

const TOKEN = "ghp_0123456789abcdefghij";
const system = systemScope("tests");
const open: Receiver[] = [];

afterEach(async () => {
  for (const receiver of open.splice(0)) await receiver.close();
});

const json = (code: number, body: object): Answering =>
  status(code, { "content-type": "application/json" }, JSON.stringify(body));

async function aGitHub(
  answer: Answering,
  over: { token?: string; answerMs?: number; allow?: string[] } = {},
) {
  const receiver = await aReceiver(answer);
  open.push(receiver);
  const url = new URL(receiver.url).origin;
  const repository = "acme/crm";
  const tracker = githubTracker({ url, repository, token: TOKEN, allow: ["127.0.0.0/8"], ...over });
  return { tracker, receiver, item: (number: number) => `${url}/acme/crm/issues/${number}` };
}

const trackerOf = async (person: UserScope, id: string) => (await getIssueView(person, id)).triage.tracker;

async function linked(person: UserScope, id: string, url: string): Promise<void> {
  await triageIssues(person, { verb: "track", items: [await itemOf(person, id)], url });
}

const forget = (id: string) =>
  ingest(system, (tx) =>
    tx.feedbackIssue.updateMany({ where: { id }, data: { trackerCheckedAt: new Date(0) } }),
  );

const resolutions = async (tenantId: string) =>
  ingest(system, (tx) => tx.activity.findMany({ where: { tenantId, action: "issue.resolved" } }));

describe("an item made on GitHub", () => {
  test("holds the issue as a task, is made once and linked", async () => {
    const { tracker, receiver, item } = await aGitHub(
      json(201, { number: 12, html_url: "javascript:alert(1)" }),
    );
    const { person, report } = await aReported();
    const { issue } = await report("crm", { errorSeen: "@everyone ``` [x](https://evil.example)" });
    const [first, second] = await Promise.allSettled([
      createTrackerItem(person, issue.id, tracker),
      createTrackerItem(person, issue.id, tracker),
    ]);
    expect([first.status, second.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(createTrackerItem(person, issue.id, tracker)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(receiver.received).toHaveLength(1);
    const [sent] = receiver.received;
    expect(sent).toMatchObject({
      path: "/api/v3/repos/acme/crm/issues",
      headers: { authorization: `Bearer ${TOKEN}`, "x-github-api-version": "2022-11-28" },
    });
    const { title, body } = JSON.parse(sent?.body ?? "");
    expect(title).toMatch(new RegExp(`^crm: .* \\(${issue.ref}\\)$`));
    expect(body).toContain(`# Task: resolve \`${issue.ref}\``);
    expect(body).toContain("````\n@everyone ```");
    expect(await trackerOf(person, issue.id)).toMatchObject({ url: item(12), state: null });
  });

  test.each<[string, Answering, RegExp]>([
    ["is refused", json(422, { message: "no" }), /HTTP 422/],
    ["redirects", status(301, { location: "http://127.0.0.1:1/" }), /HTTP 301/],
    ["answers no JSON", status(201, {}, "<html>"), /not understood/],
    ["answers without a number", json(201, { number: "12/../../evil" }), /not understood/],
    ["answers too much", status(201, {}, `{"number": 1, "x": "${"x".repeat(600_000)}"}`), /not understood/],
    ["never answers", silence, /not answer in time/],
    ["limits us", status(429, { "retry-after": "120" }), /HTTP 429.*in 120 s/],
  ])("that %s is told, and links nothing", async (_, answer, why) => {
    const { tracker } = await aGitHub(answer, { answerMs: 700 });
    const { person, report } = await aReported();
    const { issue } = await report("crm");
    const refused = createTrackerItem(person, issue.id, tracker);
    await expect(refused).rejects.toMatchObject({ code: "UNAVAILABLE", message: expect.stringMatching(why) });
    expect(await trackerOf(person, issue.id)).toBeNull();
  });

  test("is made at the next press where making failed, and where the link was taken away", async () => {
    let code = 503;
    const { tracker, receiver } = await aGitHub((response) =>
      response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify({ number: 12 })),
    );
    const { person, report } = await aReported();
    const { issue } = await report("crm");
    const press = () => createTrackerItem(person, issue.id, tracker);
    await expect(press()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    code = 201;
    const { actId } = await press();
    await undoTriage(person, actId ?? "");
    expect(await press()).toMatchObject({ left: [] });
    await triageIssues(person, { verb: "track", items: [await itemOf(person, issue.id)], url: null });
    expect(await press()).toMatchObject({ left: [] });
    expect(receiver.received).toHaveLength(4);
  });

  test("is refused with the one reason there is", async () => {
    const { tracker, receiver, item } = await aGitHub(json(201, { number: 12 }));
    const { person, report } = await aReported();
    const [lead, merged, asked] = [await report("a"), await report("b"), await report("c")];
    const refusal = (message: string) => ({ code: "CONFLICT", message });
    await linked(person, lead.issue.id, item(7));
    await expect(createTrackerItem(person, lead.issue.id, tracker)).rejects.toMatchObject(
      refusal(`This issue has an item already: ${item(7)}. Nothing was made.`),
    );
    await mergeIssues(person, { into: lead.issue.id, items: [await itemOf(person, merged.issue.id)] });
    await expect(createTrackerItem(person, merged.issue.id, tracker)).rejects.toMatchObject(
      refusal(`This issue was merged into ${lead.issue.ref}. Nothing was made; make the item there.`),
    );
    const data = { trackerAskedAt: new Date() };
    await ingest(system, (tx) => tx.feedbackIssue.updateMany({ where: { id: asked.issue.id }, data }));
    await expect(createTrackerItem(person, asked.issue.id, tracker)).rejects.toMatchObject(
      refusal("An item of this issue is being made at this moment. Nothing was made twice; reload the page."),
    );
    expect(receiver.received).toHaveLength(0);
  });

  test("is asked for only where requests may go and where a token is set", async () => {
    const { tracker, receiver } = await aGitHub(json(201, { number: 1 }), { allow: [] });
    const { person, report } = await aReported();
    const { issue } = await report("crm");
    await expect(createTrackerItem(person, issue.id, tracker)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(receiver.connections()).toBe(0);
    const without = await aGitHub(json(201, { number: 1 }), { token: undefined });
    await expect(createTrackerItem(person, issue.id, without.tracker)).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(createTrackerItem(person, issue.id, null)).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("the worker", () => {
  test("notes what an item is, and resolves the issue of a closed one once, as the product itself", async () => {
    let state = "open";
    const { tracker, receiver, item } = await aGitHub((response) =>
      response.writeHead(200).end(JSON.stringify({ state })),
    );
    const { person, report, tenant } = await aReported();
    const { issue } = await report("crm");
    await linked(person, issue.id, item(12));
    const look = async () => {
      await forget(issue.id);
      await refreshItems(tracker);
      const { state: now, triage } = await getIssueView(person, issue.id);
      return [now, triage.tracker?.state];
    };
    expect(await look()).toEqual(["new", "open"]);
    await refreshItems(tracker);
    expect(receiver.received.map(({ path }) => path)).toEqual(["/api/v3/repos/acme/crm/issues/12"]);
    state = "closed";
    expect(await look()).toEqual(["resolved", "closed"]);
    await bringTo(person, issue.id, ["reopen"]);
    expect(await look()).toEqual(["accepted", "closed"]);
    expect(await resolutions(tenant.id)).toMatchObject([{ actorKind: "system", subjectId: issue.id }]);
    state = "open";
    expect(await look()).toEqual(["accepted", "open"]);
    state = "closed";
    expect(await look()).toEqual(["resolved", "closed"]);
  });

  test("leaves snoozed and declined issues as they are, and items of other trackers alone", async () => {
    const { tracker, receiver, item } = await aGitHub(json(200, { state: "closed" }));
    const { person, report } = await aReported();
    const [snoozed, foreign] = [await report("a"), await report("b")];
    await linked(person, snoozed.issue.id, item(1));
    await bringTo(person, snoozed.issue.id, ["snooze"]);
    await linked(person, foreign.issue.id, "https://tracker.example/acme/crm/issues/2");
    await refreshItems(tracker);
    expect(await getIssueView(person, snoozed.issue.id)).toMatchObject({
      state: "snoozed",
      triage: { tracker: { state: "closed" } },
    });
    expect(await trackerOf(person, foreign.issue.id)).toMatchObject({ state: null });
    expect(receiver.received).toHaveLength(1);
  });

  test("stops where the tracker says that it is asked too often, for as long as that says", async () => {
    const reset = String(Math.ceil(Date.now() / 1_000) + 300);
    const { tracker, receiver, item } = await aGitHub(
      status(403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset }),
    );
    const { person, report } = await aReported();
    for (const tool of ["a", "b"]) await linked(person, (await report(tool)).issue.id, item(1));
    const wait = await refreshItems(tracker);
    expect(receiver.received).toHaveLength(1);
    expect(wait).toBeGreaterThanOrEqual(Number(reset) * 1_000 - Date.now());
    expect(wait).toBeLessThanOrEqual(301_000);
  });

  test("changes nothing while the tracker is away", async () => {
    const { tracker, receiver, item } = await aGitHub(json(200, { state: "closed" }));
    const { person, report } = await aReported();
    const { issue } = await report("a");
    await linked(person, issue.id, item(1));
    await receiver.close();
    expect(await refreshItems(tracker)).toBe(0);
    expect((await getIssueView(person, issue.id)).state).toBe("new");
  });
});

test("the page for a new issue is filled in, and its address never too long", async () => {
  const tracker = githubTracker({ url: "https://github.com", repository: "acme/crm", allow: [] });
  const words = "ü <b>`` ".repeat(1_000);
  const report = { attemptedAction: words, expectedOutcome: words, actualOutcome: words, errorSeen: words };
  const issue = {
    ref: "FB-1@acme",
    title: "crm: it broke",
    url: "https://c.example/feedback/1",
    tool: "crm",
    provider: null,
  };
  const draft = (longest: number) => briefDraft(issue, report as Parameters<typeof briefDraft>[1], longest);
  const address = new URL(tracker.urlOf(draft));
  expect(address.href.length).toBeLessThanOrEqual(7_500);
  expect(`${address.origin}${address.pathname}`).toBe("https://github.com/acme/crm/issues/new");
  expect(address.searchParams.get("title")).toBe("crm: it broke (FB-1@acme)");
  expect(address.searchParams.get("body")).toContain("FB-1@acme: https://c.example/feedback/1");
  expect(address.searchParams.get("body")).toContain("```\nü <b>``");
});
