import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { FakeApproval } from "../testing/fake-approvals";
import {
  configFor,
  connectAgent,
  journalUpstream,
  readJournal,
  startFake,
  startGateway,
  temporaryDirectory,
  textOf,
} from "../testing/harness";
import { Approver } from "../testing/passkeys";
import { fitsPattern, parseTrust } from "./trust";

const ines = new Approver("ines");

/** A gateway in front of a tool that records its calls, with the pinned key of Ines. */
async function pinned(tools = "*", changes: Parameters<typeof configFor>[2] = {}) {
  const folder = temporaryDirectory();
  const [journal, file] = [join(folder, "journal.txt"), join(folder, "approvers.json")];
  writeFileSync(file, ines.file);
  const trust = parseTrust((name) => ({ APPROVERS_FILE: file, SIGNED_TOOLS: tools })[name]);
  const fake = await startFake();
  const config = configFor(fake, journalUpstream(journal), {
    ...{ provider: "journal", callback: null, trust },
    ...changes,
  });
  const agent = await connectAgent(await startGateway(config), "some-client");
  await agent.client.listTools();
  const decide = async (signatures: (approval: FakeApproval) => object[]) => {
    const answer = agent.call("note", { n: 1 });
    const approval = await fake.pending();
    approval.signatures = signatures(approval) as Record<string, unknown>[];
    fake.decide(approval, "approved");
    return { answer: textOf(await answer), approval };
  };
  return { fake, agent, decide, ran: () => readJournal(journal) };
}

test.each([
  ["SIGNED_TOOLS", " , "],
  ["SIGNED_MINIMUM", "2"],
  ["SIGNED_MINIMUM", "0"],
])("keys that would protect nothing, or let nothing run, are no configuration: %s=%j", (name, value) => {
  const file = join(temporaryDirectory(), "approvers.json");
  writeFileSync(file, ines.file);
  const given: Record<string, string> = { APPROVERS_FILE: file, [name]: value };
  expect(() => parseTrust((asked) => given[asked])).toThrow(name);
});

test.each([
  ["*", "", true],
  ["send-*", "send-x", true],
  ["send-*", "SEND-x", false],
  ["a*a", "a", false],
  ["*b*b*", "abcb", true],
  ["a**c", "abc", true],
  ["a.c", "abc", false],
  ["*ab*b", "aab", false],
])("the pattern %s and the tool %s: %s", (pattern, name, fits) => {
  expect(fitsPattern(name, pattern)).toBe(fits);
});

test("no name of a tool takes a pattern more steps than it has parts", () => {
  const pattern = `${"*a".repeat(20)}*b`;
  const looks = (size: number) => {
    const name = "a".repeat(size);
    const looking = vi.spyOn(String.prototype, "indexOf");
    const fits = fitsPattern(name, pattern);
    const { length } = looking.mock.calls;
    looking.mockRestore();
    return [fits, length];
  };
  expect(looks(100_000)).toEqual(looks(1_000));
});

describe("a gateway that pinned keys", () => {
  test("runs what somebody signed whose key it has, on this very call", async () => {
    const { decide, ran } = await pinned();
    const { answer } = await decide((approval) => [ines.sign(approval)]);
    expect(answer).toContain("note done");
    expect(ran()).toHaveLength(1);
  });

  test.each([
    ["nobody signed", () => []],
    ["somebody else did", (approval: FakeApproval) => [new Approver("ines").sign(approval)]],
    ["the device did not make sure who it is", (approval: FakeApproval) => [ines.sign(approval, {}, 0x01)]],
    [
      "it was for other arguments",
      (approval: FakeApproval) => [ines.sign(approval, { arguments_sha256: "0".repeat(64) })],
    ],
    ["it was for another approval", (approval: FakeApproval) => [ines.sign(approval, { approval_id: "1" })]],
    ["it was a no", (approval: FakeApproval) => [ines.sign(approval, { decision: "reject" })]],
  ])("runs nothing where %s, and says so to the agent and to Countersign", async (_, signatures) => {
    const { decide, ran } = await pinned();
    const { answer, approval } = await decide(signatures);
    expect(answer).toContain("This gateway runs the tool only if people whose passkeys it knows signed that");
    expect(ran()).toEqual([]);
    expect(approval.reports.at(-1)).toMatchObject({ state: "failed" });
  });

  test("runs nothing that Countersign lets through without anybody, and other tools as ever", async () => {
    const { fake, agent, ran } = await pinned("delete-*,note");
    fake.lowRisk.add("note");
    expect(textOf(await agent.call("note", { n: 1 }))).toContain("no person approved it");
    expect(ran()).toEqual([]);
    const others = await pinned("delete-*");
    others.fake.lowRisk.add("note");
    await others.agent.call("note", { n: 1 });
    expect(others.ran()).toHaveLength(1);
  });
});
