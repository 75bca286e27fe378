import { expect, test } from "vitest";
import { createTrackerItem } from "../tracker/commands";
import { briefDraft } from "../tracker/draft";
import type { Tracker, TrackerDraft } from "../tracker/types";
import { aReported } from "../triage/testing/issues";
import { taskMarkdown } from "./markdown";
import { getIssueTask } from "./queries";
import { TASK_MAX } from "./types";

/** An issue with reports of three agents that have this text in every member. */
async function told(text: string) {
  const { person, report } = await aReported();
  const texts = {
    attemptedAction: text,
    expectedOutcome: text,
    actualOutcome: text,
    errorSeen: text,
    suggestedImprovement: text,
  };
  const { issue } = await report("crm", { ...texts, agent: "a" });
  for (const agent of ["b", "c"]) await report("crm", { ...texts, agent });
  return { person, issue, task: { ...(await getIssueTask(person, issue.id)), calls: [] } };
}

test.each([
  ["\u202e", 2_000],
  ["`", 2_000],
  ["\u{e0041}", 900],
  ["plain words ", 166],
])("a task of %j many times has a limit, and ends with what is to be done", async (part, times) => {
  const { task } = await told(part.repeat(times));
  const text = taskMarkdown(task);
  expect(text.length).toBeLessThanOrEqual(TASK_MAX);
  expect(text.split("\n").slice(-3).join("\n")).toContain("If you cannot fix it");
  expect(outside(text)).toEqual(expect.arrayContaining(["## Expected behaviour", "## How to report back"]));
});

function outside(text: string): string[] {
  let fence = "";
  return text.split("\n").filter((line) => {
    const run = /^`{3,}/.exec(line)?.[0] ?? "";
    if (fence === "") fence = run;
    else if (run === line && run.length >= fence.length) fence = "";
    return fence === "" && run === "";
  });
}

test("what is left out of a task is said; what has room is whole", async () => {
  const long = taskMarkdown((await told("`".repeat(2_000))).task);
  expect(long).toContain("The rest is left out here for its length");
  const short = taskMarkdown((await told("It failed")).task);
  expect(short).not.toContain("left out");
  expect(short.match(/### Report/g)).toHaveLength(3);
});

test("neither a task, nor an item, nor the form for one carries a credential of an error", async () => {
  const error = '{"error":{"message":"FATAL: sign-in failed, password=hunter2secret user=app"}}';
  const { person, issue, task } = await told(error);
  const made: TrackerDraft[] = [];
  const tracker: Tracker = {
    name: "GitHub",
    itemsAt: "https://github.com/acme/crm/issues/",
    connected: true,
    urlOf: () => "",
    create: async (draft) => {
      made.push(draft);
      return { ok: true, value: "https://github.com/acme/crm/issues/1" };
    },
    readState: async () => ({ ok: true, value: "open" }),
  };
  await createTrackerItem(person, issue.id, tracker);
  const form = briefDraft(task.issue, task.reports[0] ?? null, 1_000);
  expect(made).toHaveLength(1);
  for (const text of [taskMarkdown(task), JSON.stringify(made), JSON.stringify(form)]) {
    expect(text).toContain("sign-in failed");
    expect(text).not.toContain("hunter2secret");
  }
});

test("the texts of the form for an item have their limit as they are shown", async () => {
  const { task } = await told("\u202e".repeat(2_000));
  const { title, body } = briefDraft(task.issue, task.reports[0] ?? null, 80);
  expect(title.length).toBeLessThanOrEqual(81);
  expect(body.length).toBeLessThan(1_200);
});
