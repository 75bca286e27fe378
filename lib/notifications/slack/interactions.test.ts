import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aCallUnder, approve, load } from "@/lib/approvals/testing/waiting";
import { readLinkToken } from "@/lib/channels/slack/link-token";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator } from "@/lib/policies/testing/installation";
import { aPerson } from "@/lib/testing/factories";
import { setVariables } from "@/lib/testing/settings";
import { APP_TOKEN, aSlack, BOT_TOKEN, SIGNING_SECRET, type SlackStandIn, TEAM } from "@/lib/testing/slack";
import { type Handled, handleCommand, handleInteraction } from "./interactions";
import { aCommand, aPress, aScene, aSubmission, aWaitingCall, linked, type Scene } from "./testing/scene";

const system = systemScope("tests");

let workspace: SlackStandIn;
let putBack: () => void;

let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
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
  await closeDatabase();
  await drop();
});

async function run({ answer, after }: Handled): Promise<object> {
  await after?.();
  return answer;
}

const press = async (id: string, user: string, verdict: "approve" | "reject" = "approve") =>
  run(handleInteraction(await aPress(workspace, id, user, verdict)));
const submit = (user: string, reason: string | null = null) =>
  run(handleInteraction(aSubmission(workspace, user, reason)));

const told = () => workspace.responses.map(({ text }) => String(text));
const dialogs = () => workspace.callsOf("views.open").map(({ view }) => JSON.stringify(view));

describe("a linked person", () => {
  test("approves after a dialog with the whole call, as on its page", async () => {
    const scene = await aScene();
    const id = await aWaitingCall(scene, { argumentsText: '{"to":"<!channel> *all*","n":9007199254740993}' });
    await press(id, scene.slackUser);
    expect(await load(id)).toMatchObject({ decision: "pending" });
    expect(dialogs()).toEqual([expect.stringContaining("9007199254740993")]);
    expect(dialogs()[0]).not.toContain('"mrkdwn"');
    expect(await submit(scene.slackUser)).toEqual({});
    expect(await load(id)).toMatchObject({ decision: "approved", decidedBy: scene.person.actor.name });
    expect(told()).toEqual(["You approved it."]);
    expect(workspace.responses[0]).toMatchObject({ response_type: "ephemeral", replace_original: false });
    const [vote] = await read(system, (tx) => tx.vote.findMany({ where: { approvalId: id } }));
    expect(vote?.seen).toMatchObject({ way: "slack", revision: 1, visible_ms: null });
  });

  test("rejects with a reason, also at high risk; a blank one is asked for again", async () => {
    const scene = await aScene();
    const id = await aWaitingCall(scene, { risk: "high" });
    await press(id, scene.slackUser, "reject");
    expect(await submit(scene.slackUser, " \u200B ")).toMatchObject({ response_action: "errors" });
    expect(await load(id)).toMatchObject({ decision: "pending" });
    await submit(scene.slackUser, "Not to customers.");
    expect(await load(id)).toMatchObject({ decision: "rejected", reason: "Not to customers." });
    expect(told()).toEqual(["You rejected it: the call does not run."]);
  });

  test("is told how many approvals are missing", async () => {
    const scene = await aScene();
    const admin = await anAdministrator();
    const id = await aCallUnder({ ...scene, admin }, { approvals: 2 }, { risk: "medium" });
    await press(id, scene.slackUser);
    await submit(scene.slackUser);
    expect(told()).toEqual(["Your approval is recorded: 1 of 2. The call still waits for others."]);
    await press(id, scene.slackUser);
    expect(told().at(-1)).toMatch(/^You have decided it already/);
  });
});

describe("refused, with the reason and the page", () => {
  const linkOf = (at = -1) => JSON.stringify(workspace.responses.at(at)?.blocks);

  test.each([
    ["high", "medium", /has to be read to its end/],
    ["critical", "high", /up to high risk; this one is critical/],
    ["medium", "low", /up to low risk; this one is medium/],
    ["low", null, /lets no calls be decided in Slack/],
  ] as const)("approving at %s where Slack decides up to %s", async (risk, upTo, words) => {
    const scene = await aScene(risk === "high" ? "high" : upTo);
    const id = await aWaitingCall(scene, { risk });
    await press(id, scene.slackUser);
    expect(told()).toEqual([expect.stringMatching(words)]);
    expect(linkOf()).toContain(`/approvals/${id}`);
    expect(dialogs()).toEqual([]);
  });

  test("also when the tenant's setting changes after the dialog opened", async () => {
    const scene = await aScene();
    const id = await aWaitingCall(scene);
    await press(id, scene.slackUser);
    await ingest(system, (tx) => tx.slackDecision.deleteMany({ where: { tenantId: scene.tenant.id } }));
    await submit(scene.slackUser);
    expect(told()).toEqual([expect.stringMatching(/lets no calls be decided in Slack.*not recorded/)]);
    expect(await load(id)).toMatchObject({ decision: "pending" });
  });

  test("a call that somebody decided, or whose time ended, before the press or the dialog", async () => {
    const scene = await aScene();
    const other = await aPerson([scene.tenant]);
    const [first, second] = [
      await aWaitingCall(scene),
      await aWaitingCall(scene, { argumentsText: '{"path":"/b"}' }),
    ];
    await press(first, scene.slackUser);
    await approve(other, first);
    await submit(scene.slackUser);
    expect(told()).toEqual([expect.stringContaining(`${other.actor.name} approved this`)]);
    await press(first, scene.slackUser);
    expect(told()).toHaveLength(2);
    const decideBy = new Date(Date.now() - DAY_MS);
    await ingest(system, (tx) => tx.approval.updateMany({ where: { id: second }, data: { decideBy } }));
    await press(second, scene.slackUser);
    expect(told().at(-1)).toMatch(/^The time to decide ended/);
  });

  test("a call that was edited meanwhile: the button shows another version", async () => {
    const scene = await aScene();
    const id = await aWaitingCall(scene);
    const stale = await aPress(workspace, id, scene.slackUser);
    await ingest(system, (tx) =>
      tx.approval.updateMany({ where: { id }, data: { revision: 2, argumentsSha256: "0".repeat(64) } }),
    );
    await run(handleInteraction(stale));
    expect(told()).toEqual([expect.stringContaining("not the ones you were looking at")]);
  });

  test("a call that asks for a passkey", async () => {
    const scene = await aScene();
    const admin = await anAdministrator();
    const id = await aCallUnder({ ...scene, admin }, { passkey: true }, { risk: "medium" });
    await press(id, scene.slackUser);
    expect(told()).toEqual([expect.stringContaining("Slack cannot ask for a passkey")]);
  });

  test("arguments that no dialog can show whole", async () => {
    const scene = await aScene();
    const id = await aWaitingCall(scene, { argumentsText: JSON.stringify({ text: "x".repeat(40_000) }) });
    await press(id, scene.slackUser);
    expect(told()).toEqual([expect.stringContaining("too long to be shown whole")]);
    await press(id, scene.slackUser, "reject");
    expect(dialogs()).toHaveLength(1);
    // Every hidden character is written out, and a dialog takes 100 blocks.
    const hidden = await aWaitingCall(scene, {
      argumentsText: JSON.stringify({ text: "\u200B".repeat(60_000) }),
    });
    await press(hidden, scene.slackUser, "reject");
    const [, dialog = "{}"] = dialogs();
    expect(JSON.parse(dialog).blocks.length).toBeLessThanOrEqual(100);
    expect(dialog).toContain("The arguments go on.");
  });

  test("people of other tenants, viewers, and calls of their own", async () => {
    const scene = await aScene();
    const id = await aWaitingCall(scene);
    const stranger = await aScene();
    await press(id, stranger.slackUser);
    expect(told()).toEqual(["There is no such approval."]);
    await press(id, await linked(await aPerson([scene.tenant], "viewer")));
    expect(told().at(-1)).toMatch(/Your role \(viewer\) may not decide/);
    const own = await aWaitingCall(scene, { onBehalfOf: scene.person.actor.email });
    await press(own, scene.slackUser);
    expect(told().at(-1)).toMatch(/made on your behalf/);
  });

  test("a dialog that Slack does not open is said, and nothing is recorded", async () => {
    const scene = await aScene();
    const id = await aWaitingCall(scene);
    workspace.answerNext("views.open", { error: "expired_trigger_id" });
    await press(id, scene.slackUser);
    expect(told()).toEqual([
      expect.stringMatching(/did not open the dialog.*expired_trigger_id.*press again/),
    ]);
  });
});

describe("whose account it is", () => {
  const addressIn = (blocks: unknown) =>
    /"(http[^"]+\/settings\/profile\/slack\?token=[^"]+)"/.exec(JSON.stringify(blocks))?.[1];

  test("someone without a linked account gets a link that names theirs", async () => {
    const scene = await aScene();
    await press(await aWaitingCall(scene), "U0STRANGER");
    expect(told()).toEqual([expect.stringContaining("No Countersign account is linked")]);
    const address = addressIn(workspace.responses[0]?.blocks);
    const token = new URL(address ?? "").searchParams.get("token") ?? "";
    expect(readLinkToken(token)?.member).toEqual({
      teamId: TEAM,
      slackUserId: "U0STRANGER",
      name: "ines",
      team: "stand-in",
    });
    expect(readLinkToken(`${token.slice(0, -4)}AAAA`)).toBeNull();
  });

  test.each(["press", "submission"])("a person who was switched off decides nothing by %s", async (by) => {
    const scene = await aScene();
    const id = await aWaitingCall(scene);
    if (by === "submission") await press(id, scene.slackUser);
    const { id: userId } = scene.person.actor;
    await ingest(system, (tx) => tx.user.update({ where: { id: userId }, data: { disabledAt: new Date() } }));
    await (by === "press" ? press(id, scene.slackUser) : submit(scene.slackUser));
    expect(told()).toEqual([expect.stringContaining("or it is switched off")]);
    expect(await load(id)).toMatchObject({ decision: "pending" });
  });

  test("the same user ID in another workspace is another account", async () => {
    const scene = await aScene();
    const pressed = await aPress(workspace, await aWaitingCall(scene), scene.slackUser);
    await run(handleInteraction({ ...pressed, user: { ...pressed.user, team_id: "T0OTHER" } }));
    expect(told()).toEqual([expect.stringContaining("No Countersign account is linked")]);
  });
});

describe("/countersign", () => {
  const list = async ({ slackUser }: Pick<Scene, "slackUser">) =>
    run(handleCommand(aCommand(workspace, slackUser)));

  test("lists what waits for the person, with links; texts of agents make no markup", async () => {
    const scene = await aScene(null);
    await list(scene);
    const id = await aWaitingCall(scene, { summary: "Send <!here> & *all*" });
    await list(scene);
    expect(told()).toEqual(["No call waits for you.", "1 call waits for you."]);
    const shown = JSON.stringify(workspace.responses[1]?.blocks);
    expect(shown).toContain(`/approvals/${id}`);
    expect(shown).toContain("Send <!here> & *all*");
    expect(shown).not.toContain("mrkdwn");
  });

  test("is answered in a direct message if Slack takes no answer there", async () => {
    const scene = await aScene(null);
    const command = { ...aCommand(workspace, scene.slackUser), response_url: "https://evil.example/hook" };
    await run(handleCommand(command));
    expect(workspace.messages.map(({ args }) => [args.channel, args.text])).toEqual([
      [scene.slackUser, "No call waits for you."],
    ]);
    expect(workspace.responses).toEqual([]);
  });
});

test("links, dialogs of other apps and payloads of other kinds are acknowledged and change nothing", async () => {
  const scene = await aScene();
  const id = await aWaitingCall(scene);
  const pressed = await aPress(workspace, id, scene.slackUser);
  const others = [
    { ...pressed, actions: [{ action_id: "countersign_open" }] },
    { ...pressed, actions: [{ action_id: "countersign_approve", value: "not json" }] },
    { type: "view_closed" },
    null,
    "text",
  ];
  for (const other of others) expect(handleInteraction(other)).toEqual({ answer: {}, after: null });
  expect(await load(id)).toMatchObject({ decision: "pending" });
});
