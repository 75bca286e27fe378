import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import {
  configFor,
  connectAgent,
  forAllTests,
  scriptUpstream,
  startFake,
  startGateway,
  textOf,
} from "../testing/harness";
import { selfReportOf } from "./referral";

// A real server's results through the gateway to a real client. A tool's statement on its own
// result is not a failure.

const TOOLS = ["structured", "failing", "declared", "strict", "weak", "refused", "business", "vague"];

async function films() {
  const fake = await startFake();
  for (const tool of TOOLS) fake.lowRisk.add(tool);
  const config = configFor(fake, scriptUpstream("referring-server.ts"), { provider: "films" });
  const agent = await connectAgent(await startGateway(config));
  const rowOf = (tool: string) => fake.until(() => fake.audit.find((row) => row.tool === tool));
  return { fake, agent, rowOf };
}

const shared = forAllTests(films);

test("a referral in a structured result is recorded with its words and reaches the agent as one", async () => {
  const { agent, rowOf } = shared();
  const result = await agent.call("structured");
  expect(result.isError).toBeFalsy();
  expect(textOf(result)).toBe(
    "This is a referral, not a failure: the tool says that the task crosses what it is for (transport, extraction). " +
      "The task as the tool sees it: “fetch a page, then list its films”. Suggested split: “fetch here, parse elsewhere”. " +
      "Evidence: “The page is HTML; this tool reads no HTML.”. " +
      "Use what the result holds, take the rest to a tool that is for it, and do not repeat this call as it is.\n<html>…",
  );
  expect(result._meta?.["countersign/referral"]).toMatchObject({
    boundary_axes: ["transport", "extraction"],
  });
  expect(await rowOf("structured")).toMatchObject({
    outcome: "wrong_tool_boundary",
    referral: {
      boundary_axes: ["transport", "extraction"],
      observed_task_shape: "fetch a page, then list its films",
      suggested_split: "fetch here, parse elsewhere",
      evidence: "The page is HTML; this tool reads no HTML.",
    },
  });
});

test("a referral beside an error is no crash, and its words are its evidence", async () => {
  const { agent, rowOf } = shared();
  const result = await agent.call("failing");
  expect(result.isError).toBeFalsy();
  expect(textOf(result)).toContain("This is a referral, not a failure");
  const row = await rowOf("failing");
  expect(row).toMatchObject({
    outcome: "wrong_tool_boundary",
    referral: { boundary_axes: ["extraction"], evidence: "cannot list films of a page" },
  });
  expect(row).not.toHaveProperty("error_message");
});

test("what a tool declares of its results is kept, so that clients take them", async () => {
  const { agent, rowOf } = shared();
  // A client checks structured results once it has listed the tools.
  await agent.client.listTools();
  const result = await agent.call("declared");
  expect(result.structuredContent).toEqual({ titles: [] });
  expect(textOf(result)).toContain("This is a referral");
  const failed = await agent.call("strict");
  expect(failed.isError).toBe(true);
  expect(textOf(failed)).toContain("This is a referral, not a failure");
  for (const tool of ["declared", "strict"])
    expect(await rowOf(tool)).toMatchObject({ outcome: "wrong_tool_boundary" });
});

test("a result of little use is recorded as such, and the agent is asked to check it", async () => {
  const { agent, rowOf } = shared();
  const result = await agent.call("weak");
  expect(result.isError).toBeFalsy();
  expect(textOf(result)).toMatch(/may be of little use.*\nMenu, Home, Imprint/s);
  expect(await rowOf("weak")).toMatchObject({
    outcome: "low_utility",
    referral: { evidence: "These look like a menu." },
  });
});

test("a failure stays one, whatever the tool says of its use", async () => {
  const { agent, rowOf } = shared();
  const result = await agent.call("refused");
  expect(result.isError).toBe(true);
  expect(textOf(result)).toBe("500 the payment was refused");
  expect(await rowOf("refused")).toMatchObject({
    outcome: "execution_error",
    error_message: "500 the payment was refused",
  });
});

test("an outcome among business data says nothing of the result", async () => {
  const { agent, rowOf } = shared();
  const result = await agent.call("business");
  expect(textOf(result)).toBe("campaign 7");
  expect(result._meta ?? {}).not.toHaveProperty("countersign/referral");
  expect(await rowOf("business")).toMatchObject({ outcome: "ok" });
});

test.each([
  ["within `referral`", { referral: { outcome: "low_utility" } }, "low_utility"],
  ["beside axes", { outcome: "low_utility", boundary_axes: [] }, "low_utility"],
  ["beside a `referral` that does not say it", { outcome: "low_utility", referral: {} }, undefined],
  ["alone", { outcome: "low_utility" }, undefined],
])("an outcome %s in a structured result", (_, structuredContent, outcome) => {
  expect(selfReportOf({ content: [], structuredContent })?.outcome).toBe(outcome);
});

test("a referral that names no axis is none: the result passes as it is", async () => {
  const { agent, rowOf } = shared();
  const result = await agent.call("vague");
  expect(textOf(result)).toBe("something");
  expect(await rowOf("vague")).toMatchObject({ outcome: "ok" });
});

test("a held call's referral is a success of its execution", async () => {
  const { fake, agent, rowOf } = await films();
  fake.lowRisk.delete("structured");
  const answer = agent.call("structured");
  const approval = await fake.pending();
  fake.decide(approval, "approved");
  expect(textOf(await answer)).toContain("This is a referral, not a failure");
  expect(approval.reports.map((report) => report.state)).toEqual(["executing", "succeeded"]);
  expect(await rowOf("structured")).toMatchObject({
    outcome: "wrong_tool_boundary",
    approval_id: approval.id,
  });
});

test("what a tool says is cut to what Countersign takes, on one line each", () => {
  const result = {
    content: [],
    structuredContent: {
      outcome: "wrong_tool_boundary",
      boundary_axes: [...Array.from({ length: 30 }, (_, index) => `axis ${index}`), "x".repeat(300), "a\nb"],
      evidence: `line\n${"e".repeat(3_000)}\u0000`,
      observed_task_shape: 12,
    },
  } as unknown as CallToolResult;
  const { referral } = selfReportOf(result) ?? {};
  expect(referral?.boundaryAxes).toHaveLength(20);
  expect(referral?.evidence).toHaveLength(2_000);
  expect(referral?.evidence).toMatch(/^line e/);
  expect(referral).not.toHaveProperty("observedTaskShape");
  expect(selfReportOf({ content: [], structuredContent: { outcome: "ok" } })).toBeNull();
  expect(selfReportOf({ content: [], structuredContent: { outcome: "wrong_tool_boundary" } })).toBeNull();
});
