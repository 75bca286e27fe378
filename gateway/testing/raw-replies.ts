/**
 * What a server by hand says: for each method, or `tools/call NAME`, its replies in order, the last one again and again. A reply is one or
 * several lines of JSON-RPC, exactly as they are sent; `$id` is the id of the request, `$token` its progress token,
 * `$id(NAME)` the id of the last call of another tool. Under `answer` are the replies to answers of the client, where `$line` is the
 * client's answer as a JSON string.
 */
export type RawScript = Record<string, string[]>;

/** A line that answers with this JSON text as its result. */
export const result = (text: string) => `{"jsonrpc":"2.0","id":$id,"result":${text}}`;

/** A line that reports progress with these members. */
export const progress = (members: string) =>
  `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":$token,${members}}}`;

/** One page of tools. */
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

  /** The lines of the reply; none for what needs none. */
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
