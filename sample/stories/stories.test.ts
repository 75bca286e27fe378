import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { beforeAll, describe, expect, test } from "vitest";
import { disagreementOf } from "@/lib/approvals/precedent/disagreement";
import { factsSchema, previewSchema } from "@/lib/approvals/schema";
import { SUMMARY_MAX } from "@/lib/approvals/types";
import { parseJson } from "@/lib/core/json/parse";
import { RATIONALE_MAX, RATIONALE_MIN } from "@/lib/core/limits";
import { ISSUE_STATES, SEVERITIES } from "@/lib/feedback/types";
import { SAMPLE_GATEWAYS, SAMPLE_TENANTS } from "@/lib/onboarding/sample/types";
import { IMPACT_MAX } from "@/lib/tools/types";
import { approvalRows } from "../engine/approvals";
import { decisionsOf } from "../engine/attempts";
import { readCatalogue, readCheatsheet } from "../engine/catalogues";
import { decisionOf } from "../engine/decision";
import { type Plan, planOf } from "../engine/plan";
import { callsOf, type SessionKind, sessionOf } from "../engine/session";
import type { Step, Story } from "../engine/story";
import { fill } from "../engine/template";
import { WORLD } from "./all";

// Enough to reach every alternative of every story, bold or not.
const DRAWS = 80;
// Slots available in errors only.
const OF_ERRORS = { tool: "get", path: "/to", name: "to", message: "Required", issue: "{}" };

type Check = (value: unknown) => { valid: boolean; errorMessage?: string };
const tools = new Map<string, Check>();

beforeAll(() => {
  const ajv = new AjvJsonSchemaValidator();
  for (const provider of WORLD.gateways.flatMap(({ providers }) => providers))
    for (const { name, inputSchema } of readCatalogue(provider))
      tools.set(`${provider}/${name}`, ajv.getValidator(inputSchema));
});

function planFor(story: Story, key: string): Plan {
  const companies = WORLD.companies.filter((company) => company.key === key);
  const anchorAt = new Date("2026-11-21T12:00:00Z");
  const order = { seed: story.name, anchorAt, pending: DRAWS, calls: 10_000 };
  return planOf({ ...WORLD, companies, stories: [story] }, order);
}

const kindOf = (story: Story): SessionKind => (story.held ? "waiting" : "plain");
const told = WORLD.stories.flatMap((story) =>
  story.companies.map((key) => ({ name: story.name, key, story })),
);

const slipsOf = (step: Step) => [step.slips ?? []].flat();
/** As received: undefined members are not sent. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test.each(WORLD.stories)(
  "$name names its own slots, known agents and companies, and ends where it waits",
  (story) => {
    const { steps, held } = story;
    for (const plan of story.companies.map((key) => planFor(story, key)))
      for (let index = 0; index < DRAWS; index += 1) {
        const { scene } = sessionOf(plan, kindOf(story), index);
        fill<unknown>([...steps, held], { ...scene, slots: { ...scene.slots, ...OF_ERRORS } });
      }
    for (const agent of story.agents) expect(WORLD.agents).toHaveProperty(agent);
    for (const key of story.companies) expect(SAMPLE_TENANTS).toContain(key);
    // An agent that gives up never reaches the waiting step.
    if (held) expect(steps.flatMap(slipsOf).filter(({ final }) => final)).toEqual([]);
  },
);

describe.each(told)("$name at $key", ({ story, key }) => {
  const plan = planFor(story, key);
  const sessions = Array.from({ length: DRAWS }, (_, index) => sessionOf(plan, kindOf(story), index));

  test("calls tools that exist, with arguments that their schemas take and a reason that the API takes", () => {
    for (const { scene } of sessions)
      for (const step of story.steps) {
        const given = sent(fill(step.arguments ?? {}, scene));
        expect(tools.get(step.tool)?.(given), `${step.tool} ${JSON.stringify(given)}`).toMatchObject({
          valid: true,
        });
        const { length } = fill(step.why, scene);
        expect(length >= RATIONALE_MIN && length <= RATIONALE_MAX, fill(step.why, scene)).toBe(true);
      }
  });

  test("slips in ways that the schema refuses, and says what was received there", () => {
    for (const { scene } of sessions.slice(0, 5))
      for (const step of story.steps)
        for (const { wrong = {}, misfit } of slipsOf(step)) {
          const mistaken = sent({ ...fill(step.arguments ?? {}, scene), ...fill(wrong, scene) });
          if (misfit) expect(tools.get(step.tool)?.(mistaken)).toMatchObject({ valid: false });
        }
    const calls = Array.from({ length: DRAWS }, (_, index) => sessionOf(plan, kindOf(story), index)).flatMap(
      (session) => callsOf(plan, session),
    );
    for (const { errorMessage } of calls) expect(errorMessage ?? "").not.toMatch(/\{[a-z]|undefined|NaN/);
    const refused = calls.flatMap(({ validation = [], arguments: all }) =>
      validation.map((one) => ({ ...one, arguments: all })),
    );
    for (const { path, received_json: received, arguments: all } of refused) {
      const there = path
        .slice(1)
        .split("/")
        .reduce<unknown>((at, name) => Object(at)[name], all);
      expect(received).toBe(JSON.stringify(there));
    }
  });

  if (!story.held) return;
  test("asks people in words and numbers that the API would take", () => {
    for (let index = 0; index < DRAWS; index += 1) {
      const decision = decisionOf(plan, "waiting", index);
      const [row] = approvalRows(decision, new Map()).Approval ?? [];
      expect(row?.summary.length).toBeLessThanOrEqual(SUMMARY_MAX);
      expect(row?.impact?.length ?? 0).toBeLessThanOrEqual(IMPACT_MAX);
      expect(factsSchema.parse(row?.facts).how_many).toBeDefined();
      if (row?.preview) expect(previewSchema.parse(row.preview).content).not.toMatch(/\{[a-z]\w*\}/);
      const { held, last } = decision;
      if (held.edit)
        expect(
          tools.get(`${last.provider}/${last.tool}`)?.(sent({ ...last.arguments, ...held.edit })),
        ).toMatchObject({ valid: true });
      expect(JSON.stringify(held)).not.toMatch(/undefined|NaN|\[object/);
    }
  });
});

test("what waits holds as many as it says, but where the import of a clinic ran twice", () => {
  const wrong = WORLD.stories.flatMap((story) => {
    const [key] = story.companies;
    if (!story.held || !key) return [];
    const plan = planFor(story, key);
    const found = Array.from({ length: DRAWS }, (_, index) => decisionOf(plan, "waiting", index)).filter(
      ({ held: { summary, facts }, argumentsText }) =>
        disagreementOf({
          summary,
          howMany: factsSchema.shape.how_many.parse(facts[2]),
          args: parseJson(argumentsText),
        }),
    );
    return found.length > 0 ? [[story.name, found.every(({ session }) => session.scene.bold)]] : [];
  });
  expect(wrong).toEqual([["duplicates", true]]);
});

test("a mail that was sent back is asked for again without the date, in the same session", () => {
  const mail = WORLD.stories.find(({ name }) => name === "send mail");
  const [key] = mail?.companies ?? [];
  if (!mail || !key) throw new Error("no story asks twice");
  const plan = planFor(mail, key);
  const all = Array.from({ length: DRAWS }, (_, index) => decisionsOf(plan, "waiting", index));
  const twice = all.filter((one) => one.length === 2);
  expect(twice.length).toBeGreaterThan(5);
  for (const [first, second] of twice) {
    expect(first).toMatchObject({ decision: "changes_requested", execution: "blocked" });
    expect(second).toMatchObject({
      decision: "pending",
      last: { sessionId: first?.last.sessionId, attempt: 2 },
    });
    expect(first?.decidedAt ?? 0).toBeLessThan(second?.at ?? 0);
    expect(first?.argumentsSha256).not.toBe(second?.argumentsSha256);
    expect(tools.get("gmail/send_email")?.(sent(second?.last.arguments))).toMatchObject({ valid: true });
  }
});

test("a slip whose arguments the tool would take after all is none: 139.00 is 139", () => {
  const refund = WORLD.stories.find(({ name }) => name === "refund");
  if (!refund) throw new Error("no story refunds anything");
  const plan = planFor({ ...refund, slots: { ...refund.slots, cents: 13_900 } }, "sample-fernhill");
  const calls = Array.from({ length: DRAWS }, (_, index) => callsOf(plan, sessionOf(plan, "waiting", index)));
  const refunds = calls.flat().filter(({ tool }) => tool === "create_refund");
  expect(refunds.map(({ outcome, attempt }) => `${outcome} ${attempt}`)).toEqual(Array(DRAWS).fill("ok 1"));
});

test("the whole world is told: every tool, provider and name that is spoken of exists", async () => {
  expect(WORLD.companies.map(({ key }) => key)).toEqual(SAMPLE_TENANTS);
  expect(WORLD.gateways.map(({ name }) => name)).toEqual(SAMPLE_GATEWAYS);
  const spoken = [
    ...Object.keys(WORLD.ratings.said),
    ...WORLD.ratings.unrated.filter((name) => name.includes("/")),
    ...WORLD.overrides.map(({ tool }) => tool),
    ...[...Object.values(WORLD.problems), ...Object.values(WORLD.corrections)].flat().map(({ tool }) => tool),
  ];
  expect(spoken.filter((tool) => !tools.has(tool))).toEqual([]);
  for (const { seen } of Object.values(WORLD.problems).flat()) {
    expect(SEVERITIES).toContain(seen.severity);
    expect(ISSUE_STATES).toContain(seen.state);
  }
  for (const provider of WORLD.cheatsheets) expect(readCheatsheet(provider)).toMatch(/^# /);
});
