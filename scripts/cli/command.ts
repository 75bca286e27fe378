import { isDatabaseUnavailable } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { commit, version, versionText } from "@/lib/core/version";
import { UsageError } from "./input";
import type { Outcome, Verb } from "./verb";
import { activityExport, activityVerify } from "./verbs/activity";
import { backup, restore } from "./verbs/backup";
import { doctor } from "./verbs/doctor";
import { gatewayCreate, keyCreate, keyRevoke } from "./verbs/gateways";
import { init } from "./verbs/init";
import { gatewayList, keyList, tenantList, userList } from "./verbs/lists";
import { passkeyExport } from "./verbs/passkeys";
import { setupLink, tokenCreate, userCreate } from "./verbs/people";
import { policyApply, policyExport } from "./verbs/policies";
import { receiptVerify } from "./verbs/receipts";
import { receive } from "./verbs/receive";
import { sampleLoad, sampleRemove } from "./verbs/sample";
import { sendTest } from "./verbs/send-test";
import { tenantSet } from "./verbs/tenants";
import { toolRate } from "./verbs/tools";

const VERBS: Record<string, Verb> = {
  doctor,
  "setup-link": setupLink,
  "user create": userCreate,
  "user list": userList,
  "token create": tokenCreate,
  "gateway create": gatewayCreate,
  "gateway list": gatewayList,
  "key create": keyCreate,
  "key list": keyList,
  "key revoke": keyRevoke,
  "tenant list": tenantList,
  "tenant set": tenantSet,
  "tool rate": toolRate,
  "passkey export": passkeyExport,
  "policy export": policyExport,
  "policy apply": policyApply,
  "activity export": activityExport,
  "activity verify": activityVerify,
  "receipt verify": receiptVerify,
  backup,
  restore,
  receive,
  "sample load": sampleLoad,
  "sample remove": sampleRemove,
  "send-test": sendTest,
  init,
};

// scripts/cli.mjs runs this one, because an upgrade may have to rebuild these programs.
const UPGRADE = { upgrade: { usage: "upgrade --check" } };

const EXIT = { ok: 0, refused: 1, usage: 2 };

export type Answer = { code: number; out: string; err: string };

/** Runs one command line; returns output and exit code. */
export async function command(args: readonly string[]): Promise<Answer> {
  const given = args.filter((arg) => arg !== "--json");
  if (given[0] === "--version")
    return {
      code: EXIT.ok,
      out: args.length > given.length ? JSON.stringify({ version, commit: commit() }) : versionText(),
      err: "",
    };
  if (given.length === 0 || given[0] === "help" || given.includes("--help"))
    return { code: EXIT.ok, out: usageOf(given).join("\n"), err: "" };
  try {
    const { json, lines, code = EXIT.ok } = await run(given);
    return { code, out: args.length > given.length ? JSON.stringify(json) : lines.join("\n"), err: "" };
  } catch (error) {
    const code = error instanceof UsageError ? EXIT.usage : EXIT.refused;
    return { code, out: "", err: whatWentWrong(error) };
  }
}

function usageOf(given: readonly string[]): string[] {
  const words = given.filter((arg) => arg !== "help" && !arg.startsWith("-"));
  const all = Object.entries({ ...VERBS, ...UPGRADE });
  const asked = all.filter(([name]) => words.length > 0 && `${name} `.startsWith(`${words.join(" ")} `));
  return (asked.length > 0 ? asked : all).map(([, { usage }]) => `npm run countersign -- ${usage}`);
}

/** A verb is one or two words: `doctor`, `user create`. */
async function run(given: readonly string[]): Promise<Outcome> {
  for (const words of [2, 1]) {
    const verb = VERBS[given.slice(0, words).join(" ")];
    if (!verb) continue;
    try {
      const none = process.env.COUNTERSIGN_NO_DATABASE;
      if (none)
        throw new Error(
          `${none}. Nothing was done; set COUNTERSIGN_DATA_DIR to the folder of your installation, or DATABASE_URL to its database. npm start sets up a new one.`,
        );
      return await verb.run(given.slice(words));
    } catch (error) {
      if (error instanceof UsageError) throw new UsageError(`${error.message} Usage: ${verb.usage}`);
      throw error;
    }
  }
  const asked = given.filter((arg) => !arg.startsWith("-")).slice(0, 2);
  throw new UsageError(
    `There is no "${asked.join(" ")}". Valid verbs: ${Object.keys({ ...VERBS, ...UPGRADE }).join(", ")}.`,
  );
}

/** Errors after the first one, which the message contains. */
function otherFields({ details }: DomainError): string[] {
  const errors = details.errors ?? [];
  // The message has no line number, so with line numbers the first error is listed too.
  return (errors[0]?.line === undefined ? errors.slice(1) : errors).map(({ line, pointer, message }) =>
    line === undefined ? `${pointer}: ${message}` : `line ${line}: ${pointer}: ${message}`,
  );
}

function whatWentWrong(error: unknown): string {
  if (error instanceof DomainError) return [error.message, ...otherFields(error)].join("\n");
  if (error instanceof UsageError) return error.message;
  if (isDatabaseUnavailable(error))
    return "The database cannot be reached. Nothing was done; start it and try again.";
  if (!(error instanceof Error)) return String(error);
  return process.env.DEBUG ? (error.stack ?? error.message) : error.message;
}
