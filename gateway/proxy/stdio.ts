import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { restored } from "./exact-numbers";
import { log } from "./log";
import { isObject, readMessages } from "./odd-messages";
import { NotSent } from "./outcome";
import { IncomingArguments, VerbatimArguments } from "./verbatim";

/** Maximum message size per line, so that a faulty peer cannot exhaust memory. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;
const TOO_LONG = `sent a message of more than ${LINE_BYTES_MAX / 1024 / 1024} MiB, so the gateway closed the connection`;
const CLOSE_GRACE_MS = 2_000;

/**
 * MCP's stdio framing (one JSON message per line) over two streams. Keeps tool arguments byte for
 * byte.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly incoming = new IncomingArguments();
  readonly outgoing = new VerbatimArguments();
  readonly ended: Promise<void>;
  #end: () => void = () => undefined;
  /** Why this side closed the connection; null while open, or if the other side closed it. */
  closedBecause: string | null = null;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #closed = false;
  #reading = false;
  #release: () => void = () => undefined;
  #delivered: Promise<void>;
  #noteFirst: ((line: string) => void) | undefined;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    /** Parses one line. @throws Error when it has no messages the SDK accepts */
    private readonly read: (line: string) => JSONRPCMessage[] = readStrictly,
    private readonly peer = "The agent",
  ) {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#delivered = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  /** The first incoming line, or null if the connection ends before. `start` still delivers it. */
  first(): Promise<string | null> {
    const line = new Promise<string>((resolve) => {
      this.#noteFirst = resolve;
    });
    this.#listen();
    return Promise.race([line, this.ended.then(() => null)]);
  }

  async start(): Promise<void> {
    this.#release();
    this.#listen();
  }

  #listen(): void {
    if (this.#reading) return;
    this.#reading = true;
    this.input.on("data", (chunk: Buffer) => this.#take(chunk));
    this.input.on("end", () => void this.close());
    this.input.on("close", () => void this.close());
    this.input.on("error", (error) => this.onerror?.(error));
    this.output.on("error", (error) => this.onerror?.(error));
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.reject(new NotSent("The connection is closed."));
    const line = `${restored(this.outgoing.splice(JSON.stringify(message)))}\n`;
    return new Promise((resolve, reject) =>
      this.output.write(line, (error) => (error ? reject(error) : resolve())),
    );
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#end();
    this.input.pause();
    await this.#delivered;
    this.onclose?.();
  }

  #take(chunk: Buffer): void {
    if (this.closedBecause !== null) return;
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...this.#pending, chunk.subarray(from, at)]).toString("utf8");
      this.#pending = [];
      this.#pendingBytes = 0;
      from = at + 1;
      // One by one: the SDK handles progress asynchronously, and must not read the result before
      // it.
      if (!line.trim()) continue;
      this.#noteFirst?.(line);
      this.#delivered = this.#delivered.then(() => this.#deliver(line));
    }
    const rest = chunk.subarray(from);
    this.#pendingBytes += rest.length;
    if (this.#pendingBytes > LINE_BYTES_MAX) {
      this.#pending = [];
      this.closedBecause = TOO_LONG;
      log("error", `${this.peer} ${TOO_LONG}.`);
      this.onerror?.(new Error(`${this.peer} ${TOO_LONG}.`));
      void this.close();
    } else if (rest.length > 0) this.#pending.push(rest);
  }

  #deliver(line: string): void {
    try {
      for (const message of this.read(line)) {
        this.incoming.note(message, line);
        this.onmessage?.(message);
      }
    } catch (error) {
      this.onerror?.(error as Error);
    }
  }
}

function readStrictly(line: string): JSONRPCMessage[] {
  return [JSONRPCMessageSchema.parse(JSON.parse(line))];
}

/** Parses an agent's line: its responses to a server as {@link readMessages} reads them. */
export function readFromAgent(line: string): JSONRPCMessage[] {
  const read: unknown = JSON.parse(line);
  return isObject(read) && read.method === undefined
    ? readMessages(line)
    : [JSONRPCMessageSchema.parse(read)];
}

/**
 * Starts a child process that speaks MCP on stdin and stdout, and reports how it ended. Its stderr
 * goes to ours.
 */
export async function spawnUpstream(
  { command, args, cwd }: { command: string; args: string[]; cwd?: string },
  env: NodeJS.ProcessEnv,
): Promise<{ transport: LineTransport; ended: Promise<string> }> {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ["pipe", "pipe", "inherit"],
    shell: process.platform === "win32",
  });
  const ended = new Promise<string>((resolve) =>
    child.once("exit", (code, signal) => resolve(signal ? `on ${signal}` : `with exit code ${code}`)),
  );
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) =>
      reject(new Error(`The upstream command "${command}" did not start: ${error.message}`)),
    );
  });
  // Before its agent arrives, nothing else stops the server of a stopping gateway.
  const kill = () => child.kill();
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  const transport = new LineTransport(child.stdout, child.stdin, readMessages, "The upstream server");
  child.on("error", (error) => transport.onerror?.(error));
  child.on("exit", () => void transport.close());
  const closeLine = transport.close.bind(transport);
  transport.close = async () => {
    child.stdin.end();
    const timer = setTimeout(() => child.kill("SIGKILL"), CLOSE_GRACE_MS);
    child.once("exit", () => clearTimeout(timer));
    if (child.exitCode === null) child.kill("SIGTERM");
    else clearTimeout(timer);
    await closeLine();
  };
  return { transport, ended };
}
