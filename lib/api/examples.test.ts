import { readFileSync } from "node:fs";
import { createTwoFilesPatch } from "diff";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { ERROR_STATUS, type ErrorCode } from "@/lib/core/errors";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { signalsWire } from "@/lib/insights/signals/wire";
import { withVariables } from "@/lib/testing/settings";
import { RESOURCES, wholeDocument } from "./contract";
import { codesOf } from "./definition";
import {
  authorizeCalls,
  holdCalls,
  registerTools,
  repeatDecidedCalls,
  reportExecutions,
} from "./testing/authorizations";
import {
  askAgents,
  decide,
  decideByOldPaths,
  decideOtherwise,
  rememberCalls,
  reviewBreakGlass,
} from "./testing/decisions";
import { readIntents } from "./testing/intents";
import { groupPeople, ownAgents, standIn } from "./testing/people";
import { examplesOf } from "./testing/recording";
import { askBadly, askTooOften, operationsOf, voteTwice } from "./testing/refusals";
import {
  judgeByPolicies,
  rateByRules,
  readEvents,
  readExpired,
  readFindings,
  readInsights,
  readNotifications,
  readPolicy,
  readService,
  readSuggestions,
  readTools,
  tellOfCalls,
  tellOfTrouble,
} from "./testing/reports";
import { SIGNALS } from "./testing/settled-insights";
import { aWorld, type World } from "./testing/world";

// Requests everything in the document from the routes, which check each answer against its schema.

const METRICS_TOKEN = "metrics-token-of-the-tests";
const TIME_MS = 240_000;
let world: World;

withVariables({ METRICS_TOKEN });

// Policies and rules apply to every tenant and must not affect other test files.
let drop: () => Promise<void>;

afterAll(async () => {
  await closeDatabase();
  await drop();
});

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  const mounted = new Map<string, object>(RESOURCES.map((resource) => [resource.path, resource]));
  world = await aWorld((path) => ({ ...mounted.get(path) }), METRICS_TOKEN);
  await registerTools(world);
  await readPolicy(world);
  await authorizeCalls(world);
  await repeatDecidedCalls(world);
  await holdCalls(world);
  await reportExecutions(world);
  await decide(world);
  await decideOtherwise(world);
  await askAgents(world);
  await decideByOldPaths(world);
  await reviewBreakGlass(world);
  await rememberCalls(world);
  await voteTwice(world);
  await tellOfCalls(world);
  await tellOfTrouble(world);
  await readFindings(world);
  await readIntents(world);
  await rateByRules(world);
  await readSuggestions(world);
  await readInsights(world);
  await readExpired(world);
  await readNotifications(world);
  await readTools(world);
  await readEvents(world);
  await readService(world);
  await askBadly(world, RESOURCES);
  await judgeByPolicies(world);
  await groupPeople(world);
  await ownAgents(world);
  await standIn(world);
  await askTooOften(world, RESOURCES);
}, TIME_MS);

// Codes that only a bug, a database outage, a race or another configuration produces.
const UNASKED: readonly ErrorCode[] = ["INTERNAL_ERROR", "UNAVAILABLE", "IN_FLIGHT"];
const NOT_HERE = ["GET /api/metrics NOT_FOUND"];

test("every status and every refusal that the document promises is answered", () => {
  const asked = new Set(
    world.told.map(({ operation, status, json }) =>
      json.type === undefined ? `${operation} ${status}` : `${operation} ${json.code}`,
    ),
  );
  const promised = operationsOf(RESOURCES).flatMap(([name, operation]) => [
    ...Object.keys(operation.answers).map((status) => `${name} ${status}`),
    ...[...codesOf(operation)].filter((code) => !UNASKED.includes(code)).map((code) => `${name} ${code}`),
  ]);
  expect(promised.filter((one) => !asked.has(one))).toEqual(NOT_HERE);
  expect(promised.length).toBeGreaterThan(200);
});

test("the examples of the document are what was answered (vitest -u records them anew)", async () => {
  const answered = `${JSON.stringify(examplesOf(world), null, 1)}\n`;
  const recorded = readFileSync(new URL("./examples.json", import.meta.url), "utf8");
  try {
    await expect(answered).toMatchFileSnapshot("./examples.json");
  } catch (error) {
    // The summary of a long run shows only the message.
    throw new Error(createTwoFilesPatch("recorded", "answered", recorded, answered, "", "", { context: 1 }), {
      cause: error,
    });
  }
});

type Content = Record<string, { schema: object; examples?: object; example?: unknown }>;
type Described = {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

test("every operation has a name of its own, and each of its bodies a schema and an example", () => {
  const { paths } = wholeDocument() as unknown as { paths: Record<string, Record<string, Described>> };
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
  const without = all.flatMap(({ operationId, requestBody, responses }) => {
    const contents = Object.entries({ body: requestBody ?? {}, ...responses }) as [
      string,
      { content?: Content },
    ][];
    return contents.flatMap(([place, { content = {} }]) =>
      Object.entries(content)
        .filter(([, { schema, examples, example }]) => !schema || !(examples ?? example))
        .map(([type]) => `${operationId} ${place} ${type}`),
    );
  });
  const faults = [ERROR_STATUS.INTERNAL_ERROR, ERROR_STATUS.UNAVAILABLE, "default"].map(String);
  expect(without.filter((one) => !faults.includes(one.split(" ")[1] ?? ""))).toEqual([
    "getOpenapiJson 200 application/json",
  ]);
});

test("what the examples tell of signals fits what signals are", () => {
  expect(signalsWire.safeParse(SIGNALS).error).toBeUndefined();
});

test("whatever the document refers to is in it", () => {
  const document = wholeDocument();
  const text = JSON.stringify(document);
  const references = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, place]) => place ?? ""));
  expect(references.size).toBeGreaterThan(20);
  for (const reference of references) {
    const found = reference
      .split("/")
      .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], document);
    expect(found, reference).toBeDefined();
  }
});
