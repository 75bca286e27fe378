import { closeDatabase, isDatabaseUnavailable } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { UsageError } from "./input";
import type { Outcome, Verb } from "./verb";
import { doctor } from "./verbs/doctor";
import { gatewayCreate, keyCreate, keyRevoke } from "./verbs/gateways";
import { init } from "./verbs/init";
import { setupLink, tokenCreate, userCreate } from "./verbs/people";
import { tenantSet } from "./verbs/tenants";

// The operator's command line. scripts/cli.mjs starts it with the database open and the environment complete.

const VERBS: Record<string, Verb> = {
  doctor,
  "setup-link": setupLink,
  "user create": userCreate,
  "token create": tokenCreate,
  "gateway create": gatewayCreate,
  "key create": keyCreate,
  "key revoke": keyRevoke,
  "tenant set": tenantSet,
  init,
};

const EXIT = { ok: 0, refused: 1, usage: 2 };

async function main(): Promise<number> {
  const given = process.argv.slice(2).filter((arg) => arg !== "--json");
  const asJson = given.length < process.argv.length - 2;
  if (given.length === 0 || given[0] === "help" || given[0] === "--help") {
    for (const { usage } of Object.values(VERBS)) console.log(`npm run countersign -- ${usage}`);
    return EXIT.ok;
  }
  try {
    const outcome = await run(given);
    print(outcome, asJson);
    return outcome.code ?? EXIT.ok;
  } catch (error) {
    console.error(whatWentWrong(error));
    return error instanceof UsageError ? EXIT.usage : EXIT.refused;
  }
}

/** A verb is one word or two: `doctor`, `user create`. */
async function run(given: readonly string[]): Promise<Outcome> {
  for (const words of [2, 1]) {
    const verb = VERBS[given.slice(0, words).join(" ")];
    if (!verb) continue;
    try {
      return await verb.run(given.slice(words));
    } catch (error) {
      if (error instanceof UsageError) throw new UsageError(`${error.message} Usage: ${verb.usage}`);
      throw error;
    }
  }
  const asked = given.filter((arg) => !arg.startsWith("-")).slice(0, 2);
  throw new UsageError(`There is no "${asked.join(" ")}". Valid verbs: ${Object.keys(VERBS).join(", ")}.`);
}

function print({ json, lines }: Outcome, asJson: boolean): void {
  console.log(asJson ? JSON.stringify(json) : lines.join("\n"));
}

function whatWentWrong(error: unknown): string {
  if (error instanceof DomainError || error instanceof UsageError) return error.message;
  if (isDatabaseUnavailable(error))
    return "The database cannot be reached. Nothing was done; start it and try again.";
  if (!(error instanceof Error)) return String(error);
  return process.env.DEBUG ? (error.stack ?? error.message) : error.message;
}

main()
  .then(async (code) => {
    await closeDatabase();
    process.exitCode = code;
  })
  .catch((error: unknown) => {
    console.error(error);
    process.exitCode = EXIT.refused;
  });
