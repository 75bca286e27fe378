import { createHash } from "node:crypto";
import type { ServerRequest } from "srvx";
import { DomainError } from "@/lib/core/errors";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJsonInTurns } from "@/lib/core/json/large";
import { JSON_LIMITS, JsonError, type JsonLimits, type JsonNode, parseJson } from "@/lib/core/json/parse";
import { jsonOfYaml } from "@/lib/core/json/yaml";
import { noteBody } from "./record";

/** One object; a batch of rows. */
export const BODY_BYTES_MAX = 1024 * 1024;
/** The reader of YAML takes a hundred times as long as that of JSON, and everybody waits for it. */
const YAML_BYTES_MAX = 256 * 1024;
export const BATCH_BYTES_MAX = 5 * 1024 * 1024;
// A batch of 1,000 rows may hold as many values as 20 single bodies; its bytes bound it besides.
export const BATCH_JSON_LIMITS: JsonLimits = { maxDepth: JSON_LIMITS.maxDepth + 2, maxNodes: 400_000 };

// A client that needs longer to send at most 5 MiB is stuck or hostile.
const BODY_TIMEOUT_MS = 10_000;

/** `yaml`: the text that was sent, where it was YAML; `text` is then the JSON that it means. */
export type ReadBody = { text: string; node: JsonNode; yaml?: string };

/** `mayBeEmpty` reads a request without any body as `{}`, so that it is told what it lacks; `yaml` takes YAML as well. */
type Reading = { limits?: JsonLimits; mayBeEmpty?: boolean; yaml?: boolean };

/**
 * Reads a JSON request body: content type, size counted while it arrives, UTF-8 strictly, JSON strictly.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or MALFORMED_JSON; nothing was stored in any of these cases
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

/** Hex SHA-256 of the canonical body without the first-level members that retries may change. */
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

async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
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

/** A body on its way: what reads it to its end, and what gives it up. */
type Arriving = { read: (take: (chunk: Uint8Array) => void) => Promise<void>; stop: () => void };

/** The body as Node's server reads it, for requests that reach us directly: a web stream would cost more than the rest of the reading. */
function incomingOf(request: Request): Arriving | null {
  const incoming = (request as ServerRequest).runtime?.node?.req;
  if (!incoming) return null;
  let stop = () => {};
  const read: Arriving["read"] = (take) =>
    new Promise((resolve, reject) => {
      // Whoever sent it left while its key was looked up.
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
  return { read, stop: () => void reader?.cancel().catch(() => undefined) }; // the connection is being given up anyway
}
