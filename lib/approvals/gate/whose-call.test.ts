import { expect, test } from "vitest";
import { aTool } from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { approve, aSetting, ask, waiting } from "./testing/setting";

test("a call of a tool that nobody rated runs on the gateway’s word, unless the tenant holds such calls", async () => {
  for (const holdUnratedTools of [false, true]) {
    const setting = await aSetting({ holdUnratedTools });
    await aTool(setting.gateway, { name: "catalogued" });
    await aTool(setting.gateway, { name: "rated", risk: "low" });
    for (const tool of ["catalogued", "in-no-catalogue"]) {
      const { answer } = await ask(setting, { tool, risk: "low" });
      if (holdUnratedTools)
        expect(waiting(answer)).toMatchObject({ risk: "low", heldBecause: "unrated_tool" });
      else expect(answer).toMatchObject({ kind: "allow", reason: "not_required" });
    }
    expect((await ask(setting, { tool: "rated", risk: "low" })).answer.kind).toBe("allow");
    expect(
      waiting((await ask(setting, { tool: "catalogued", risk: "high", argumentsText: "{}" })).answer)
        .heldBecause,
    ).toBe("risk");
  }
});

test.each([
  ["person", { onBehalfOf: "noor@acme.example" }, { onBehalfOf: "ines@acme.example" }],
  ["model", { model: "large-2" }, { model: "small-1" }],
])(
  "is for one %s: the same call of another, or of none named, is an approval of its own",
  async (_, one, other) => {
    const setting = await aSetting();
    const first = (await ask(setting, one)).answer;
    const second = (await ask(setting, other)).answer;
    const third = (await ask(setting)).answer;
    const ids = [first, second, third].map((answer) => waiting(answer).id);
    expect(new Set(ids).size).toBe(3);
    expect(waiting((await ask(setting, one)).answer).id).toBe(ids[0]);
    await approve(setting.person, first);
    expect(waiting((await ask(setting, other)).answer).id).toBe(ids[1]);
    expect(waiting((await ask(setting)).answer).id).toBe(ids[2]);
    expect((await ask(setting, { ...other, redemptionKey: "r" })).answer.kind).toBe("wait");
    expect((await ask(setting, one)).answer).toMatchObject({ kind: "allow", approvalId: ids[0] });
  },
);

test("one call at once, on behalf of two people, makes two approvals, each found again by its own", async () => {
  const setting = await aSetting();
  await ask(setting, { argumentsText: '{"first":"row"}' });
  const people = ["noor@acme.example", "ines@acme.example"];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => ask(setting, { onBehalfOf: people[n % 2] })),
  );
  const ids = answers.map(({ answer }) => waiting(answer).id);
  expect(new Set(ids).size).toBe(2);
  expect(new Set(ids.filter((_, n) => n % 2 === 0)).size).toBe(1);
});

test("a no holds whoever makes the same call again, and a redemption key by whichever model", async () => {
  const setting = await aSetting();
  const first = waiting((await ask(setting, { onBehalfOf: "noor@acme.example", model: "large-2" })).answer);
  const { id, revision, argumentsSha256 } = first;
  await decideApproval(setting.person, { id, revision, argumentsSha256, verdict: "reject", reason: "No." });
  for (const over of [{}, { model: "small-1" }, { onBehalfOf: "ines@acme.example", model: "large-2" }])
    expect((await ask(setting, over)).answer).toMatchObject({ kind: "deny", code: "REJECTED" });
  const other = { argumentsText: '{"n":1}', model: "large-2" };
  await approve(setting.person, (await ask(setting, other)).answer);
  const used = (await ask(setting, { ...other, redemptionKey: "r" })).answer;
  expect(used).toMatchObject({ kind: "allow", reason: "grant" });
  const again = (await ask(setting, { ...other, model: "small-1", redemptionKey: "r" })).answer;
  expect(again).toMatchObject({ kind: "allow", executionId: used.kind === "allow" ? used.executionId : "" });
});
