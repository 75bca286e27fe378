"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import * as commands from "./commands";
import {
  linkInput,
  nothingInput,
  type SlackSecretsInput,
  slackSecretsInput,
  type UpToInput,
  upToInput,
} from "./schema";
import type { SlackCheck } from "./types";

type Done<T extends object = object> = Promise<({ ok: true } & T) | ActionRefusal>;

export async function saveSlack(input: SlackSecretsInput): Done {
  return personAction(slackSecretsInput, input, commands.saveSlackSecrets);
}

export async function removeSlack(input: object): Done {
  return personAction(nothingInput, input, commands.removeSlackSecrets);
}

export async function testSlack(input: object): Done<{ checks: SlackCheck[] }> {
  return personAction(nothingInput, input, commands.testSlack);
}

export async function setSlackUpTo(input: UpToInput): Done {
  return personAction(upToInput, input, commands.setSlackUpTo);
}

export async function linkSlack(input: {
  token: string;
  password?: string;
}): Done<{ name: string; was: boolean }> {
  return personAction(linkInput, input, commands.linkSlackAccount);
}

export async function unlinkSlack(input: object): Done {
  return personAction(nothingInput, input, commands.unlinkSlackAccount);
}
