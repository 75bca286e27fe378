/**
 * A scripted server's replies by method or `tools/call NAME`, in order; the last repeats. A reply
 * is JSON-RPC lines, sent as written. `$id`: the request's id, `$token`: its progress token,
 * `$id(NAME)`: the last call of another tool. `answer` has replies to client responses, with
 * `$line` as JSON string.
 */
export type RawScript = Record<string, string[]>;

/** A response line with this JSON text as its result. */
export const result = (text: string) => `{"jsonrpc":"2.0","id":$id,"result":${text}}`;

/** A line that reports progress with these members. */
export const progress = (members: string) =>
  `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":$token,${members}}}`;

export const page = (tools: string[], members = "") => result(`{"tools":[${tools.join(",")}]${members}}`);

export const OPEN = '{"type":"object","properties":{}}';

const DEFAULTS: RawScript = {
  initialize: [
    result(
      '{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"raw","version":"1"}}',
    ),
  ],
  ping: [result("{}")],
  "tools/list": [page([`{"name":"get","inputSchema":${OPEN}}`])],
  "tools/call": [result('{"content":[{"type":"text","text":"done"}]}')],
};

export type RawRequest = {
  method?: string;
  id?: unknown;
  params?: { name?: string; _meta?: { progressToken?: unknown } };
};

export class RawReplies {
  readonly #script: RawScript;
  readonly #asked = new Map<string, number>();
  readonly #calls = new Map<string, unknown>();

  constructor(script: RawScript) {
    this.#script = { ...DEFAULTS, ...script };
  }

  /** The lines of the reply; none if no reply is needed. */
  to({ method = "answer", id, params }: RawRequest, line = ""): string[] {
    if (id === undefined) return [];
    const keys = [`${method} ${params?.name}`, method];
    const key = keys.find((candidate) => candidate in this.#script) ?? method;
    const asked = this.#asked.get(key) ?? 0;
    this.#asked.set(key, asked + 1);
    const reply =
      this.#script[key]?.at(Math.min(asked, this.#script[key].length - 1)) ??
      '{"jsonrpc":"2.0","id":$id,"error":{"code":-32601,"message":"Method not found"}}';
    if (params?.name !== undefined) this.#calls.set(params.name, id);
    return reply
      .replace(/\$id\((\w+)\)/g, (_, name: string) => JSON.stringify(this.#calls.get(name)))
      .replaceAll("$line", () => JSON.stringify(line))
      .replaceAll("$id", () => JSON.stringify(id))
      .replaceAll("$token", () => JSON.stringify(params?._meta?.progressToken ?? null))
      .split("\n");
  }
}
