import fc from "fast-check";
import { expect, test } from "vitest";
import { thanks } from "@/gateway/proxy/thanks";
import { publicAnswer, toldBeforehand, toldByApi, toldByGateway } from "./answer";
import { ISSUE_STATES } from "./types";
import { wireIssueHead, wirePublicAnswer } from "./wire";

test("agents are told something once people have said something", () => {
  const silent = { state: "new", answer: null, workaround: null, fixedIn: null };
  expect(publicAnswer(silent)).toBeNull();
  expect(publicAnswer({ ...silent, state: "snoozed" })).toBeNull();
  expect(publicAnswer({ ...silent, state: "declined" })).toEqual({
    state: "declined",
    message: null,
    workaround: null,
    fixedIn: null,
  });
  for (const state of ["regressed", "declined"])
    expect(publicAnswer({ ...silent, state, fixedIn: "2.1" })).toMatchObject({ state, fixedIn: null });
  expect(publicAnswer({ ...silent, state: "resolved", fixedIn: "2.1" })).toEqual({
    state: "resolved",
    message: null,
    workaround: null,
    fixedIn: "2.1",
  });
});

const words = fc.option(fc.string({ minLength: 1 }), { nil: null });
const known = fc
  .record({
    ref: fc.constant("FB-7@acme"),
    title: fc.string(),
    state: fc.constantFrom(...ISSUE_STATES),
    answer: words,
    workaround: words,
    fixedIn: words,
  })
  .map(({ ref, title, ...issue }) => ({ ref, title, state: issue.state, answer: publicAnswer(issue) }));

test("people are shown what the gateway returns, and what the API answers, to the letter", () => {
  fc.assert(
    fc.property(known, (one) => {
      const { answer } = one;
      const issue = wireIssueHead({ ...one, id: "7", url: "https://countersign.example/feedback/7" });
      const got = { id: "8", issue, known: true, answer: answer ?? undefined };
      expect(toldByGateway(one)).toBe(thanks(got));
      expect(JSON.parse(toldByApi(one))).toEqual({
        known: true,
        ...(answer && { answer: wirePublicAnswer(answer) }),
      });
    }),
  );
});

test("beforehand agents are told of what still is a problem and has words", () => {
  const issue = { ref: "FB-7@acme", title: "crm: no such property" };
  const said = { answer: null, workaround: "Use lead_score.", fixedIn: null };
  const told = (state: (typeof ISSUE_STATES)[number], over = {}) =>
    toldBeforehand({ ...issue, state, answer: publicAnswer({ state, ...said, ...over }) });
  expect(told("accepted")).toBe(
    "! Known problem FB-7@acme: “crm: no such property”. Workaround: “Use lead_score.”.",
  );
  expect(told("accepted", { workaround: null })).toBeNull();
  expect(told("regressed", { workaround: null, fixedIn: "2.5" })).toBeNull();
  for (const over of ["resolved", "declined", "merged"] as const) expect(told(over)).toBeNull();
});
