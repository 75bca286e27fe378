import { expect, test } from "vitest";
import { parseQueueFilter, readCursor, writeCursor } from "./rules";

test("the queue's filter takes what it knows from the URL and leaves out the rest", () => {
  expect(
    parseQueueFilter({ view: "high", risk: "critical", q: ["mail", "x"], tool: "", foo: "bar" }),
  ).toEqual({
    view: "high",
    risk: "critical",
    q: "mail",
    tool: undefined,
    tenant: undefined,
    gateway: undefined,
    agent: undefined,
    cursor: undefined,
  });
  expect(parseQueueFilter({ view: "nonsense", risk: "huge" }).view).toBe("mine");
});

test("who may not decide begins with everything that waits", () => {
  expect(parseQueueFilter({}, "viewer").view).toBe("all");
  expect(parseQueueFilter({}, "approver").view).toBe("mine");
  expect(parseQueueFilter({ view: "mine" }, "viewer").view).toBe("mine");
});

test("a cursor comes back as it was written, and nothing else is one", () => {
  const id = "01999999-0000-7000-8000-000000000000";
  const place = { risk: "high", at: new Date(1_700_000_000_123), id };
  expect(readCursor(writeCursor(place))).toEqual({ risk: "high", at: place.at.toISOString(), id });
  const forged = Buffer.from(JSON.stringify(["huge", place.at.toISOString(), id])).toString("base64url");
  expect(readCursor(forged)).toBeNull();
});
