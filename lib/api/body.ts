import { createHash } from "node:crypto";
import type { ServerRequest } from "srvx";
import { DomainError } from "@/lib/core/errors";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJsonInTurns } from "@/lib/core/json/large";
import { JSON_LIMITS, JsonError, type JsonLimits, type JsonNode, parseJson } from "@/lib/core/json/parse";
import { jsonOfYaml } from "@/lib/core/json/yaml";
import { noteBody } from "./record";

export const BODY_BYTES_MAX = 1024 * 1024;
/** Parsing YAML takes a hundred times as long as JSON and blocks the process. */
const YAML_BYTES_MAX = 256 * 1024;
export const BATCH_BYTES_MAX = 5 * 1024 * 1024;
// A batch of 1,000 rows may have as many values as 20 single bodies, within its byte limit.
export const BATCH_JSON_LIMITS: JsonLimits = { maxDepth: JSON_LIMITS.maxDepth + 2, maxNodes: 400_000 };

// A client that needs longer for at most 5 MiB is stuck or hostile.
const BODY_TIMEOUT_MS = 10_000;

export type ReadBody = { text: string; node: JsonNode; yaml?: string };

/**
 * `mayBeEmpty` reads a missing body as `{}`, so that validation lists what is missing; `yaml` also
 * accepts YAML.
 */
type Reading = { limits?: JsonLimits; mayBeEmpty?: boolean; yaml?: boolean };

/**
 * Reads a JSON body: content type, size while it arrives, strict UTF-8, strict JSON.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or MALFORMED_JSON; nothing was
 * stored
 */
export async function readJsonBody(
  request: Request,
  bytesMax: number,
  { limits = JSON_LIMITS, mayBeEmpty = false, yaml = false }: Reading = {},
): Promise<ReadBody> {
  const type = mediaType(request.headers.get("content-type"));
  const isYaml = yaml && YAML_TYPES.has(type);
  const isJson = isYaml || isJsonType(type);
  if (!isJson && !mayBeEmpty) throw notJson();
  const bytes = await readBytes(request, isYaml ? Math.min(bytesMax, YAML_BYTES_MAX) : bytesMax);
  if (mayBeEmpty && bytes.byteLength === 0) return { text: "{}", node: parseJson("{}", limits) };
  if (!isJson) throw notJson();
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed("", "invalid_utf8", "The body is not valid UTF-8.");
  }
  noteBody(request, text, bytes.byteLength);
  try {
    const sent = isYaml ? { yaml: text } : {};
    if (isYaml) text = jsonOfYaml(text);
    return { ...sent, text, node: await parseJsonInTurns(text, limits) };
  } catch (error) {
    if (error instanceof JsonError)
      throw malformed(error.pointer, error.code, `The body was refused: ${error.message}.`);
    throw error;
  }
}

const YAML_TYPES: ReadonlySet<string> = new Set(["application/yaml", "application/x-yaml", "text/yaml"]);

function mediaType(header: string | null): string {
  return header?.split(";")[0]?.trim().toLowerCase() ?? "";
}

function isJsonType(type: string): boolean {
  return type === "application/json" || /^application\/[\w.+-]+\+json$/.test(type);
}

function notJson(): DomainError {
  return new DomainError("UNSUPPORTED_MEDIA_TYPE", "Send the body as Content-Type: application/json.");
}

/** Hex SHA-256 of the canonical body without the top-level members that a retry may change. */
export function bodyFingerprint(node: JsonNode, without: readonly string[]): string {
  const kept =
    node.kind === "object"
      ? { ...node, members: node.members.filter((m) => !without.includes(m.key)) }
      : node;
  return createHash("sha256").update(canonicalJson(kept)).digest("hex");
}

function malformed(pointer: string, code: string, message: string): DomainError {
  return new DomainError("MALFORMED_JSON", `${message} Nothing was stored.`, {
    errors: [{ pointer, code, message }],
  });
}

export async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new DomainError(
      "PAYLOAD_TOO_LARGE",
      `The body is larger than ${bytesMax} bytes (${bytesMax / BODY_BYTES_MAX} MiB). Nothing was stored; send less at a time.`,
    );
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const take = (chunk: Uint8Array) => {
    size += chunk.byteLength;
    if (size > bytesMax) throw tooLarge();
    chunks.push(chunk);
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(malformed("", "timeout", "The body did not arrive within 10 seconds.")),
      BODY_TIMEOUT_MS,
    );
  });
  const reading = incomingOf(request) ?? streamOf(request);
  try {
    await Promise.race([reading.read(take), late]);
    return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  } catch (error) {
    reading.stop();
    if (error instanceof DomainError) throw error;
    throw malformed("", "cut", "The body ended before it was complete.");
  } finally {
    clearTimeout(timer);
  }
}

type Arriving = { read: (take: (chunk: Uint8Array) => void) => Promise<void>; stop: () => void };

/**
 * The body from Node's request, for direct requests: a web stream would cost more than the rest.
 */
function incomingOf(request: Request): Arriving | null {
  const incoming = (request as ServerRequest).runtime?.node?.req;
  if (!incoming) return null;
  let stop = () => {};
  const read: Arriving["read"] = (take) =>
    new Promise((resolve, reject) => {
      // The client left during the key lookup.
      if (incoming.destroyed) return reject(new Error("the connection ended"));
      const onData = (chunk: Uint8Array) => {
        try {
          take(chunk);
        } catch (error) {
          reject(error);
        }
      };
      const onClose = () => (incoming.complete ? resolve() : reject(new Error("the connection ended")));
      incoming.on("data", onData).once("end", resolve).once("error", reject).once("close", onClose);
      stop = () => incoming.off("data", onData).resume();
    });
  return { read, stop: () => stop() };
}

function streamOf({ body }: Request): Arriving {
  const reader = body?.getReader();
  const read: Arriving["read"] = async (take) => {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return;
      take(value);
    }
  };
  return { read, stop: () => void reader?.cancel().catch(() => undefined) }; // the connection is being closed anyway
}
