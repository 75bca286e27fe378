import { readFileSync } from "node:fs";
import type { CountersignClient } from "../client/client";
import type { CallbackData } from "../client/event";
import { assertSigned, type OwnCall, readTrust, type SigningTrust, UnsignedError } from "../client/signature";
import type { Approval } from "../client/types";
import { ConfigError } from "./config-error";

/** Whose signatures this gateway requires, and for which tools. */
export type TrustConfig = SigningTrust & {
  tools: readonly string[];
};

type Get = (name: string) => string | undefined;

/**
 * Null if no keys are pinned.
 * @throws ConfigError naming the fault
 */
export function parseTrust(get: Get): TrustConfig | null {
  const file = get("APPROVERS_FILE");
  if (!file) {
    const lost = ["SIGNED_TOOLS", "SIGNED_MINIMUM"].find((name) => get(name));
    if (lost)
      throw new ConfigError(`APPROVERS_FILE is not set; ${lost} needs the keys of those who approve.`);
    return null;
  }
  const minimum = get("SIGNED_MINIMUM") ?? "1";
  if (!/^[1-9]\d?$/.test(minimum))
    throw new ConfigError(`SIGNED_MINIMUM must be how many people have to sign, from 1; got "${minimum}".`);
  const tools = (get("SIGNED_TOOLS") ?? "*")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  if (tools.length === 0)
    throw new ConfigError("SIGNED_TOOLS must name a tool; leave it out, or give a star, for all.");
  const trust = trustIn(file);
  const people = new Set(trust.approvers.map(({ person }) => person)).size;
  if (Number(minimum) > people)
    throw new ConfigError(
      `SIGNED_MINIMUM is ${minimum}, and APPROVERS_FILE ${file} has keys of ${people}: no call could ever run.`,
    );
  return { ...trust, tools, minimum: Number(minimum) };
}

function trustIn(file: string): SigningTrust {
  try {
    const trust = readTrust(readFileSync(file, "utf8"));
    if (trust.approvers.length === 0) throw new Error("it holds no keys");
    return trust;
  } catch (error) {
    throw new ConfigError(
      `APPROVERS_FILE ${file} must be a file that \`passkey export\` writes: ${(error as Error).message}`,
    );
  }
}

/**
 * Blocks calls without a signature of a pinned key, regardless of Countersign. Each approval counts
 * once per process.
 */
export class Trust {
  readonly #asks: (tool: string) => boolean;
  readonly #used = new Set<string>();

  constructor(private readonly config: TrustConfig | null) {
    const patterns = config?.tools ?? [];
    this.#asks = (tool) => patterns.some((pattern) => fitsPattern(tool, pattern));
  }

  /** Why the call must not run on this approval; null if it may, which uses the approval up. */
  refusal(decided: Approval | CallbackData, call: OwnCall): string | null {
    if (!this.config || !this.#asks(call.tool)) return null;
    const id = "approvalId" in decided ? decided.approvalId : decided.id;
    if (this.#used.has(id)) return notRun("the approval was used already");
    try {
      assertSigned(decided, call, this.config);
    } catch (error) {
      if (error instanceof UnsignedError || error instanceof SyntaxError) return notRun(error.message);
      throw error;
    }
    this.#used.add(id);
    return null;
  }

  /** The same for a call that Countersign allowed, perhaps on an approval. */
  async refusalOfAllowed(
    client: CountersignClient,
    approvalId: string | undefined,
    call: OwnCall,
  ): Promise<string | null> {
    if (!this.config || !this.#asks(call.tool)) return null;
    if (!approvalId) return notRun("no person approved it");
    try {
      return this.refusal(await client.getApproval(approvalId), call);
    } catch {
      return notRun("the approval could not be read");
    }
  }
}

/**
 * Whether a name matches a pattern in which `*` matches any text. Searches each part between stars
 * once: servers choose tool names, and a regular expression could take minutes.
 */
export function fitsPattern(name: string, pattern: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return name === first;
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last))
    return false;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

function notRun(why: string): string {
  const reason = why.replace(/\.$/, "");
  return `This gateway runs the tool only if people whose passkeys it knows signed that: ${reason}. The tool was not run; report this to the people who run the gateway.`;
}
