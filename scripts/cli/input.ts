import { parseArgs } from "node:util";
import type * as z from "zod";

/** A usage error: one line, exit code 2. */
export class UsageError extends Error {}

export type Flags = Record<string, "text" | "switch">;
type Values<F extends Flags> = { [K in keyof F]?: F[K] extends "text" ? string : boolean };

/** What is written as a flag is: two hyphens, lower-case letters and hyphens. */
const FLAG = /^--[a-z][a-z-]*(=|$)/;

/**
 * `--flag value` as `--flag=value` where the value begins with a hyphen: `parseArgs` refuses those, and one key id in
 * 64 begins with one.
 */
function joined(args: readonly string[], flags: Flags): string[] {
  const parts: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] as string;
    const next = args[at + 1];
    const takesText = arg.startsWith("--") && flags[arg.slice(2)] === "text";
    if (takesText && next?.startsWith("-") && !FLAG.test(next)) {
      parts.push(`${arg}=${next}`);
      at += 1;
    } else parts.push(arg);
  }
  return parts;
}

/**
 * Parses `--flag value`, `--flag=value` and, if a verb takes them, positional words. A value may begin with a hyphen
 * unless it is written as a flag is.
 * @throws UsageError naming the valid flags
 */
export function readFlags<F extends Flags>(
  args: readonly string[],
  flags: F,
  { words: allowPositionals = false } = {},
): { values: Values<F>; words: string[] } {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, kind]) => [
      name,
      { type: kind === "text" ? ("string" as const) : ("boolean" as const) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: joined(args, flags), options, allowPositionals });
    return { values: values as Values<F>, words: positionals };
  } catch (error) {
    const known = Object.keys(flags).map((name) => `--${name}`);
    const why = error instanceof Error ? error.message.split(". ")[0] : "the flags are not readable";
    throw new UsageError(`${why}. Valid flags: ${known.length ? known.join(", ") : "none"}, --json.`);
  }
}

/** @throws UsageError unless the flag was given */
export function needed(value: string | undefined, flag: string, example: string): string {
  if (value !== undefined && value !== "") return value;
  throw new UsageError(`--${flag} is missing: expected --${flag} ${example}.`);
}

/** The parts of `a,b,c`. */
export function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** @throws UsageError unless it is on or off */
export function onOff(text: string | undefined, flag: string): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === "on" || text === "off") return text === "on";
  throw new UsageError(`--${flag} is "${text}": expected on or off.`);
}

/** @throws UsageError unless it is a whole number */
export function wholeNumber(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--${flag} is "${text}": expected a whole number.`);
}

/**
 * Flags, validated by the schema.
 * @throws UsageError with the first error
 */
export function checked<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? "").replaceAll("_", "-");
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UsageError(`--${flag} is not valid: expected ${issue?.message}. Nothing was done.`);
}

export async function lineFromStdin(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString("utf8").split(/\r?\n/)[0] ?? "";
}
