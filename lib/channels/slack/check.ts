import "server-only";
import { slackClient, slackFailure } from "./client";
import { findSlackSettings } from "./settings";
import type { SlackCheck } from "./types";

/** Asks Slack about each secret in force, and changes nothing. Empty if Slack is not set up. */
export async function checkSlack(): Promise<SlackCheck[]> {
  const { botToken, appToken, signingSecret } = await findSlackSettings();
  if (botToken === null && appToken === null && signingSecret === null) return [];
  const checks = [await checkBot(botToken)];
  if (appToken !== null) checks.push(await checkSocket(appToken));
  if (signingSecret !== null) {
    const detail =
      "Set. Slack proves it with its first request; only Slack knows whether it is the right one.";
    checks.push({ name: "Signing secret", ok: true, detail });
  }
  if (appToken === null && signingSecret === null) {
    const detail =
      "Neither an app-level token nor a signing secret is set: messages are sent, but no button works.";
    checks.push({ name: "Buttons", ok: true, detail });
  }
  return checks;
}

async function checkBot(token: string | null): Promise<SlackCheck> {
  const name = "Bot token";
  if (token === null) return { name, ok: false, detail: "Not set. Without it nothing is sent." };
  try {
    const { team, user } = await slackClient(token).auth.test();
    return {
      name,
      ok: true,
      detail: `Slack accepts it: ${user ?? "the app"} in the workspace ${team ?? "?"}.`,
    };
  } catch (error) {
    return { name, ok: false, detail: slackFailure(error).words };
  }
}

async function checkSocket(token: string): Promise<SlackCheck> {
  const name = "App-level token";
  try {
    await slackClient(token).apps.connections.open({});
    return { name, ok: true, detail: "Slack accepts it: the worker can connect (Socket Mode)." };
  } catch (error) {
    const { words, code } = slackFailure(error);
    const hint =
      "Create one with the scope connections:write under Basic Information, and turn on Socket Mode.";
    return { name, ok: false, detail: code === null ? words : `${words} ${hint}` };
  }
}
