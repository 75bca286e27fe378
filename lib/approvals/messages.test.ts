import { describe, expect, test } from "vitest";
import { agentMessage, grantMessage } from "./messages";

const FACTS: Parameters<typeof agentMessage>[0] = {
  decision: "approved",
  execution: "succeeded",
  mode: "callback",
  heldBecause: "risk",
  approvalsRequired: 1,
  brokeGlass: false,
  revokedByPolicy: false,
  tool: "write_file",
  edited: true,
  argumentsText: '{"n":1}',
  reason: null,
  releaseAt: null,
  useBy: null,
  knownOutcome: null,
  resultText: '"done"',
  errorMessage: null,
};

describe("a person is named only where one decided", () => {
  const ways = ["auto_approved", "confirmed", "policy", "remembered", "policy_denied"];
  const executions = ["blocked", "executing", "succeeded", "failed", "unknown"] as const;
  test.each(ways.flatMap((heldBecause) => executions.map((execution) => [heldBecause, execution] as const)))(
    "%s, %s",
    (heldBecause, execution) => {
      const decision = execution === "blocked" ? "rejected" : "approved";
      if ((heldBecause === "policy_denied") !== (decision === "rejected")) return;
      const said = agentMessage({
        ...FACTS,
        edited: false,
        heldBecause,
        decision,
        execution,
        reason: "Why.",
      });
      expect(said).not.toMatch(/person approved|denied by user|approved call/);
    },
  );

  test("a call that a policy holds is approved by a person, and refused by one", () => {
    const held = { ...FACTS, edited: false, heldBecause: "policy_required" };
    expect(agentMessage({ ...held, execution: "executing" })).toMatch(/^A person approved this call\./);
    expect(agentMessage({ ...held, decision: "rejected", execution: "blocked" })).toMatch(
      /^Tool execution denied by user\./,
    );
  });

  test("a remembered rule is said as what it is, in every state", () => {
    const byRule = { ...FACTS, edited: false, heldBecause: "remembered" };
    expect(agentMessage(byRule)).toBe(
      'The call to write_file ran without a person, because a rule that a person made earlier allows it, and succeeded. Result: "done". Do not run it again.',
    );
    expect(agentMessage({ ...byRule, execution: "executing" })).toBe(
      "A rule that a person made earlier lets this call run; no person looked at this one. It is running now. Do not repeat it; its result will follow.",
    );
  });

  describe("a budget is said as what it is, in every state and way", () => {
    const decisions = [
      ["pending", "none"],
      ["rejected", "blocked"],
      ["approved", "awaiting"],
      ["approved", "executing"],
      ["approved", "succeeded"],
      ["approved", "failed"],
      ["expired", "blocked"],
      ["cancelled", "blocked"],
    ] as const;
    const because = ["policy", "policy_denied", "policy_required", "requested", "risk"];
    const budgets = [{ freesAt: "2026-11-25T12:00:00.000Z" }, { freesAt: null }, undefined];
    const isPossible = (decision: string, heldBecause: string) =>
      heldBecause === "policy_denied"
        ? decision === "rejected"
        : heldBecause !== "policy" || decision === "approved";
    const all = decisions.flatMap(([decision, execution]) =>
      because
        .filter(
          (heldBecause) =>
            isPossible(decision, heldBecause) && (heldBecause !== "policy" || execution !== "awaiting"),
        )
        .flatMap((heldBecause) =>
          budgets.map((budget) => ({ decision, execution, heldBecause, policy: { budget } })),
        ),
    );
    test.each(all)("%j", (facts) => {
      const said = agentMessage({ ...FACTS, ...facts, edited: false });
      const { decision, heldBecause, policy } = facts;
      const isBeyond =
        policy.budget !== undefined &&
        ((decision === "pending" && heldBecause === "policy_required") ||
          (decision === "rejected" && heldBecause === "policy_denied"));
      expect(/budget/.test(said)).toBe(isBeyond);
      if (isBeyond && decision === "rejected")
        expect(said).toContain(policy.budget?.freesAt ?? "will not fit into the budget later either");
      if (heldBecause === "policy" || heldBecause === "policy_denied")
        expect(said).not.toMatch(/person approved|denied by user|approved call/);
    });
  });

  test("a call that waits because it is not known how the same call ended says so", () => {
    const waits = { ...FACTS, decision: "pending", execution: "none", edited: false } as const;
    expect(agentMessage({ ...waits, heldBecause: "outcome_unknown" })).toBe(
      "This call waits for a person to decide, because it is not known whether the same call, made before, took effect, and has not run. Do not try another way meanwhile.",
    );
    expect(agentMessage(waits)).not.toContain("not known");
  });

  test("what a person found out replaces that it is not known", () => {
    const unknown = { ...FACTS, execution: "unknown", edited: false } as const;
    expect(agentMessage(unknown)).toContain("may or may not have taken effect");
    const found = (ran: boolean) =>
      agentMessage({
        ...unknown,
        knownOutcome: { ran, note: "The mail is in Sent.", by: "Ines", at: new Date(0) },
      });
    expect(found(true)).toBe(
      "A person approved this call. It was started, its outcome was not reported, and a person found out that it ran: The mail is in Sent. Do not run it again.",
    );
    expect(found(false)).toMatch(/found out that it did not run: .* Ask again if it is still needed\.$/);
  });

  test("a revocation says who revoked, a person or a policy", () => {
    const revoked = { ...FACTS, decision: "revoked", execution: "blocked", edited: false } as const;
    expect(agentMessage({ ...revoked, reason: "Wrong segment." })).toBe(
      "Tool execution denied by user. The approval was revoked: the call must not run any more. Reason: Wrong segment.",
    );
    expect(agentMessage({ ...revoked, revokedByPolicy: true, reason: "The policy says so." })).toBe(
      "Tool execution denied by a policy, which revoked the approval before the call ran: the call must not run any more. Do not try another way. Reason: The policy says so.",
    );
  });

  test("a policy's no and a policy's yes are said as what they are", () => {
    const denied = { decision: "rejected", execution: "blocked", heldBecause: "policy_denied" } as const;
    expect(agentMessage({ ...FACTS, ...denied, reason: "Use the sandbox." })).toBe(
      "Tool execution denied by a policy: the call must not run, not even where it was approved earlier. Do not try another way. Reason: Use the sandbox.",
    );
    expect(agentMessage({ ...FACTS, edited: false, heldBecause: "policy" })).toBe(
      'The call to write_file ran without a person, because a policy allows it, and succeeded. Result: "done". Do not run it again.',
    );
  });
});

describe("break-glass is one person's approval, however many were asked for", () => {
  const alone = { ...FACTS, edited: false, approvalsRequired: 3, brokeGlass: true, reason: "It burns." };
  const told = (execution: (typeof FACTS)["execution"], over: Partial<typeof FACTS> = {}) =>
    agentMessage({ ...alone, execution, ...over });

  test("while it waits to run, runs and has run", () => {
    const who = "One person approved this call alone, by break-glass";
    expect(told("awaiting")).toBe(
      `${who}; the gateway is about to run it. Do not repeat it; its result will follow.`,
    );
    expect(told("awaiting", { mode: "reissue" })).toMatch(`${who}. Repeat it once, with exactly`);
    expect(told("executing")).toBe(`${who}. It is running now. Do not repeat it; its result will follow.`);
    expect(told("succeeded")).toBe(
      'The call to write_file ran on the approval of one person alone, by break-glass, and succeeded. Result: "done". Do not run it again.',
    );
    expect(told("failed", { edited: true })).toMatch(
      "The call to write_file ran with arguments that a person had changed, on the approval of one person alone, by break-glass, and failed:",
    );
    expect(told("lapsed")).toMatch(`${who}, but it was not run in time`);
  });

  test("where the approval was revoked, too", () => {
    expect(told("blocked", { decision: "revoked" })).toMatch("The approval was revoked");
    expect(told("succeeded", { decision: "revoked" })).toMatch(
      "ran on the approval of one person alone, by break-glass, and succeeded although its approval was revoked",
    );
  });
});

test("a request for changes says what to do, and what to change", () => {
  const asked = { decision: "changes_requested", execution: "blocked", reason: "Only to testers." } as const;
  expect(agentMessage({ ...FACTS, ...asked, edited: false })).toBe(
    "Tool execution denied by user. Changes were requested before this can be approved: change the call as the reason says, then make it again. Reason: Only to testers.",
  );
});

describe("an agent whose arguments a person changed is told so", () => {
  const changed = "with arguments that a person had changed";
  test.each([
    [
      {},
      `The approved call to write_file ran ${changed} and succeeded. Result: "done". Do not run it again.`,
    ],
    [
      { execution: "failed", errorMessage: "No room." },
      `The approved call to write_file ran ${changed} and failed: No room. Do not repeat it without asking again.`,
    ],
    [
      { decision: "revoked" },
      `The call to write_file ran ${changed} and succeeded although its approval was revoked`,
    ],
    [{ execution: "unknown" }, "A person approved this call with changed arguments. It was started, but"],
    [{ execution: "executing" }, "A person approved this call with changed arguments. It is running now."],
    [
      { execution: "awaiting" },
      "A person approved this call with changed arguments; the gateway is about to run it.",
    ],
  ] as const)("%j", (facts, sentence) => {
    expect(agentMessage({ ...FACTS, ...facts })).toContain(sentence);
    expect(agentMessage({ ...FACTS, ...facts, edited: false })).not.toContain("changed");
  });
});

describe("in every state and way, the agent is told who let the call through, and nobody else", () => {
  const ways = ["risk", "policy_required", "requested", "auto_approved", "confirmed", "policy", "remembered"];
  const byNobody = new Set(ways.slice(3));
  const executions = ["awaiting", "executing", "succeeded", "failed", "unknown", "lapsed"] as const;
  const all = ways.flatMap((heldBecause) =>
    executions.flatMap((execution) =>
      ["callback", "reissue"].flatMap((mode) =>
        [1, 2].flatMap((approvalsRequired) =>
          [false, true].flatMap((brokeGlass) =>
            [false, true].map((edited) => ({
              ...{ heldBecause, execution, mode, approvalsRequired, brokeGlass, edited },
            })),
          ),
        ),
      ),
    ),
  );
  // Without a deciding person there is no approver, no edit and no call that waits to run.
  const possible = all.filter(
    ({ heldBecause, execution, edited, brokeGlass, approvalsRequired }) =>
      !byNobody.has(heldBecause) ||
      (!edited &&
        !brokeGlass &&
        approvalsRequired === 1 &&
        execution !== "awaiting" &&
        execution !== "lapsed"),
  );

  test.each(possible)("%j", (facts) => {
    const said = agentMessage({ ...FACTS, ...facts });
    expect(said).not.toBe("This call has not run.");
    const isByPeople = !byNobody.has(facts.heldBecause);
    expect(/\bapproved\b|approval/.test(said)).toBe(isByPeople);
    expect(/by break-glass/.test(said)).toBe(facts.brokeGlass);
    expect(/chang(ed|e)/.test(said)).toBe(facts.edited && facts.execution !== "lapsed");
    const isAlone = facts.brokeGlass || facts.approvalsRequired === 1;
    expect(/2 people/.test(said)).toBe(isByPeople && !isAlone && !/^The approved call/.test(said));
    if (!isByPeople) expect(said).toMatch(/without a person|no person|the caller’s own confirmation/);
  });

  test("a grant says who gave it", () => {
    const plain = { approvalsRequired: 1, brokeGlass: false, edited: false };
    expect(grantMessage(plain)).toBe("A person approved this call. Run it now, once.");
    expect(grantMessage({ ...plain, approvalsRequired: 2, edited: true })).toBe(
      "2 people approved this call with changed arguments. Run it now, once.",
    );
    expect(grantMessage({ ...plain, approvalsRequired: 2, brokeGlass: true })).toBe(
      "One person approved this call alone, by break-glass. Run it now, once.",
    );
  });

  test("where several have to approve, one of them may have answered", () => {
    const blocked = { ...FACTS, execution: "blocked", edited: false, approvalsRequired: 2 } as const;
    expect(agentMessage({ ...blocked, decision: "expired" })).toBe(
      "Too few people answered in time: the call has not run. This is not an approval and not a system error; do not try another way.",
    );
    expect(agentMessage({ ...blocked, decision: "cancelled" })).toBe(
      "The request was cancelled before it was decided, and the call has not run.",
    );
    expect(agentMessage({ ...blocked, decision: "expired", approvalsRequired: 1 })).toMatch(
      /^No one answered/,
    );
  });

  test("where several groups of approvers have to approve, it says how many of how many", () => {
    const seat = { count: 1, takers: [] };
    const demand = {
      policy: "p",
      separation: {},
      passkey: false,
      seats: [seat, seat, { ...seat, count: 2 }],
    };
    const waiting = { ...FACTS, decision: "pending", execution: "none", edited: false } as const;
    expect(agentMessage({ ...waiting, approvalsRequired: 4, seats: [demand] })).toBe(
      "This call waits until 4 people from 3 groups of approvers have approved it and has not run. Do not try another way meanwhile.",
    );
    const one = { ...demand, seats: [seat] };
    expect(
      agentMessage({ ...waiting, approvalsRequired: 1, seats: [one, { ...one, policy: "another" }] }),
    ).toBe(
      "This call waits until the approvers that each of its 2 policies asks for have approved it and has not run. Do not try another way meanwhile.",
    );
    expect(agentMessage({ ...waiting, approvalsRequired: 1, seats: [one] })).toContain("waits for a person");
  });
});
