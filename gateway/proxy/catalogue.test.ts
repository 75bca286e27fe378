import { expect, test } from "vitest";
import {
  configFor,
  connectAgent,
  journalUpstream,
  startFake,
  startGateway,
  temporaryDirectory,
  WHY,
} from "../testing/harness";

async function firstCall(toolsTaken: Promise<unknown>) {
  const fake = await startFake();
  fake.toolsTaken = toolsTaken;
  fake.lowRisk.add("note");
  const gateway = await startGateway(configFor(fake, journalUpstream(`${temporaryDirectory()}/journal`)));
  const answer = await (await connectAgent(gateway)).call("note");
  return { answer, registered: fake.registeredAtCalls[0] };
}

test("the first call through a new gateway is judged once its tools are registered", async () => {
  const { answer, registered } = await firstCall(new Promise((resolve) => setTimeout(resolve, 200)));
  expect(answer.isError).toBeFalsy();
  expect(registered).toBeGreaterThan(0);
});

test("a call is described by its tool's rating, with its own arguments", async () => {
  const fake = await startFake();
  const facts = { what: "note {n}", to_whom: "{missing}", how_many: 1 };
  const ratings = { note: { risk: "medium", summary: "Keep {text}", facts } } as const;
  const upstream = journalUpstream(`${temporaryDirectory()}/journal`);
  const gateway = await startGateway(configFor(fake, upstream, { ratings, waitSeconds: 0.1 }));
  const agent = await connectAgent(gateway, "some-client");
  await agent.callText("note", `{"rationale":"${WHY}","text":"a \\"{n}\\"","n":9007199254740993}`);
  const { request } = await fake.pending();
  expect(request).toMatchObject({ risk: "medium", summary: 'Keep a "{n}"' });
  expect(request.facts).toEqual({ what: "note 9007199254740993", how_many: 1 });
  const shown = `{"rationale":"${WHY}","text":"${"x".repeat(600)}"}`;
  await agent.callText("note", shown);
  const long = await fake.until(() => [...fake.approvals.values()][1]);
  expect(long.request.summary).toHaveLength(500);
  expect(long.request.facts).toEqual({ how_many: 1 });
});

test("a fact that is one argument stays a number, unless it is none that is exact", async () => {
  const fake = await startFake();
  const ratings = { note: { risk: "medium", facts: { how_many: "{n}" } } } as const;
  const upstream = journalUpstream(`${temporaryDirectory()}/journal`);
  const gateway = await startGateway(configFor(fake, upstream, { ratings, waitSeconds: 0.1 }));
  const agent = await connectAgent(gateway, "some-client");
  for (const [at, [n, how_many]] of [
    ["500", 500],
    ["9007199254740993", "9007199254740993"],
    ["1.5", "1.5"],
    ['"500"', "500"],
  ].entries()) {
    await agent.callText("note", `{"rationale":"${WHY}","text":"t${at}","n":${n}}`);
    const held = await fake.until(() => [...fake.approvals.values()][at]);
    expect(held.request.facts).toEqual({ how_many });
  }
});

test("a registration that does not end does not keep calls waiting", async () => {
  const { answer, registered } = await firstCall(new Promise(() => undefined));
  expect(answer.isError).toBeFalsy();
  expect(registered).toBe(0);
});
