import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { readTools } from "./input";
import { BadInput, type Options, parseOptions, USAGE } from "./options";
import { asJson, asText, reportOn, warningsIn } from "./reports";
import { asSarif } from "./sarif";

declare const LINT_VERSION: string;

/** Exit codes: 0 within limits, 1 more warnings than permitted, 2 unreadable input. */
async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  if (options === "help") return say(USAGE);
  if (options === "version") return say(`${LINT_VERSION}\n`);
  const input = readTools(await read(options));
  const found = reportOn(input, options.serverManaged);
  const count = input.tools.length;
  if (options.format === "json") await say(asJson(found, count));
  else if (options.format === "sarif") await say(asSarif(found, options.file, LINT_VERSION));
  else await say(asText(found, count));
  return warningsIn(found) > options.maxWarnings ? 1 : 0;
}

async function read({ file }: Options): Promise<string> {
  if (file === "-") {
    if (process.stdin.isTTY)
      throw new BadInput("There is nothing to read: name a file, or pipe the tools in.");
    return text(process.stdin);
  }
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new BadInput(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Writes everything before the process ends, also into a pipe. */
function say(words: string): Promise<0> {
  return new Promise((resolve) => process.stdout.write(words, () => resolve(0)));
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.stderr.write(`countersign-lint: ${error instanceof Error ? error.message : String(error)}\n`);
    if (!(error instanceof BadInput)) process.stderr.write("This is a mistake of countersign-lint itself.\n");
    process.exitCode = 2;
  },
);
