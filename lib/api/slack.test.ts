import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { load } from "@/lib/approvals/testing/waiting";
import { until } from "@/lib/delivery/testing/scene";
import {
  aCommand,
  aPress,
  aScene,
  aSubmission,
  aWaitingCall,
  signed,
} from "@/lib/notifications/slack/testing/scene";
import { setVariables } from "@/lib/testing/settings";
import { APP_TOKEN, aSlack, BOT_TOKEN, SIGNING_SECRET, type SlackStandIn } from "@/lib/testing/slack";
import { holdBack } from "@/lib/testing/watch";
import { slackCommands, slackInteractions } from "./slack";

const INTERACTIONS = "/api/slack/interactions";
const COMMANDS = "/api/slack/commands";

let workspace: SlackStandIn;
let putBack: () => void;

beforeAll(async () => {
  workspace = await aSlack();
  putBack = setVariables({
    SLACK_API_URL: workspace.apiUrl,
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_APP_TOKEN: APP_TOKEN,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
  });
});
beforeEach(() => {
  for (const list of [workspace.calls, workspace.messages, workspace.responses]) list.length = 0;
});
afterAll(async () => {
  putBack();
  await workspace.close();
});

const none = { params: Promise.resolve({}) };
const post = (payload: object, over?: Record<string, string>) =>
  slackInteractions.POST(signed(INTERACTIONS, { payload: JSON.stringify(payload) }, over), none);

const dialogs = () => workspace.callsOf("views.open").length;

test("a signed press and a signed dialog decide a call", async () => {
  const scene = await aScene();
  const id = await aWaitingCall(scene);
  const answer = await post(await aPress(workspace, id, scene.slackUser));
  expect([answer.status, await answer.text()]).toEqual([200, ""]);
  await until("the dialog is open", () => dialogs() === 1);
  await post(aSubmission(workspace, scene.slackUser));
  await until("it is approved", async () => (await load(id)).decision === "approved");
});

test("a mistake in a dialog is answered at once", async () => {
  const scene = await aScene();
  await post(await aPress(workspace, await aWaitingCall(scene), scene.slackUser, "reject"));
  await until("the dialog is open", () => dialogs() === 1);
  const answer = await post(aSubmission(workspace, scene.slackUser, ""));
  expect(await answer.json()).toMatchObject({ response_action: "errors" });
});

test("the answer does not wait for the work", async () => {
  const scene = await aScene(null);
  const held = holdBack("from slack_accounts");
  const form = aCommand(workspace, scene.slackUser);
  expect((await slackCommands.POST(signed(COMMANDS, form), none)).status).toBe(200);
  await held.reached;
  expect(workspace.responses).toEqual([]);
  held.release();
  await until("the command is answered", () => workspace.responses.length === 1);
});

const old = String(Math.floor(Date.now() / 1_000) - 301);
const ahead = String(Math.floor(Date.now() / 1_000) + 400);

test.each<[string, Record<string, string>]>([
  ["without a signature", { "x-slack-signature": "" }],
  ["with another signature", { "x-slack-signature": `v0=${"0".repeat(64)}` }],
  ["with a signature of another form", { "x-slack-signature": "v1=abc" }],
  ["without a time", { "x-slack-request-timestamp": "" }],
  ["with a time that is none", { "x-slack-request-timestamp": "1e3" }],
  ["older than 5 minutes", { "x-slack-request-timestamp": old }],
  ["from the future", { "x-slack-request-timestamp": ahead }],
])("a request %s is refused before anything is read of it", async (_, over) => {
  const scene = await aScene();
  const id = await aWaitingCall(scene);
  const answer = await post(await aPress(workspace, id, scene.slackUser), over);
  expect(answer.status).toBe(401);
  const broken = signed(INTERACTIONS, { payload: "{not json" }, over);
  expect((await slackInteractions.POST(broken, none)).status).toBe(401);
  expect(dialogs()).toBe(0);
});

test("a signature is for one body only", async () => {
  const request = signed(COMMANDS, { team_id: "T1", user_id: "U1" });
  const other = new Request(request.url, {
    method: "POST",
    headers: request.headers,
    body: "team_id=T1&user_id=U2",
  });
  expect((await slackCommands.POST(other, none)).status).toBe(401);
});

test("too large a body, a payload that is no JSON, other methods, and no signing secret are refused", async () => {
  const large = signed(INTERACTIONS, { payload: "x".repeat(300_000) });
  expect((await slackInteractions.POST(large, none)).status).toBe(413);
  expect((await slackInteractions.POST(signed(INTERACTIONS, { payload: "{" }), none)).status).toBe(400);
  expect((await slackInteractions.GET(new Request("http://localhost/"), none)).status).toBe(405);
  const restore = setVariables({ SLACK_SIGNING_SECRET: undefined });
  expect((await post({})).status).toBe(404);
  restore();
});
