import type { Examples } from "../examples";
import { SIGNALS } from "./settled-insights";
import type { Told, World } from "./world";

// Replaces values that differ between runs with fixed ones of the same form.

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const FIRST_ID = "0198c2f0-0000-7000-8000-";

// Of the example in RFC 8037.
const PUBLIC_KEY = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
const KEY_ID = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";
const SIGNATURE = `${"hgyY0il-MGCj".repeat(7)}gA`;

function settled(text: string, { names }: World): string {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    const known = ids.get(id) ?? FIRST_ID + String(ids.size + 1).padStart(12, "0");
    ids.set(id, known);
    return known;
  };
  return Object.entries(names)
    .reduce((rest, [name, shown]) => rest.replaceAll(name, shown), text)
    .replace(UUID, idOf)
    .replace(TIME, "2026-11-21T10:00:00.000Z")
    .replace(/\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A[\d.]+Z/g, "2026-11-14T10%3A00%3A00.000Z")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "2026-11-21 10:00")
    .replace(/first seen \d{4}-\d\d-\d\d/g, "first seen 2026-11-21")
    .replace(/"etag":"\\"[^"]*\\""/g, '"etag":"\\"0d2f7a41c6be5983e1a4\\""')
    .replace(/"next_cursor":"(?!0198)[^"]*"/g, '"next_cursor":"MTIzNC41Ng"')
    .replace(/(\\?"(?:hash|previous|call_sha256)\\?":\\?")[0-9a-f]{64}/g, `$1${"a3f5c201".repeat(8)}`)
    .replace(/(\\?"(?:key_id|kid)\\?":\\?")[\w-]{43}(?=\\?")/g, `$1${KEY_ID}`)
    .replace(/(\\?"(?:public_key|key|x)\\?":\\?")[\w-]{43}(?=\\?")/g, `$1${PUBLIC_KEY}`)
    .replace(/(\\?"value\\?":\\?")[\w-]{86}(?=\\?")/g, `$1${SIGNATURE}`)
    .replace(/"seq":"\d+"/g, '"seq":"1042"')
    .replace(/In the queue of [^"]*/g, "In the queue of 3 people who may decide")
    .replace(/"(from|to)":"\d{4}-\d\d-\d\d"/g, '"$1":"2026-11-21"')
    .replace(/"(median|p90|waited)_seconds":[\d.]+/g, '"$1_seconds":42.5')
    .replace(/"unread":\d+/g, '"unread":1')
    .replace(/"minutes":\d+,"hour"/g, '"minutes":13,"hour"')
    .replace(/^version: \d+$/m, "version: 4")
    .replace(/"policies_version":\d+/, '"policies_version":null')
    .replace(/; wait \d+ s/, "; wait 4 s")
    .replace(/"ttl_seconds":86\d{3}/g, '"ttl_seconds":86400');
}

/** The body of an answer in an example. */
function shown(told: Told, world: World): unknown {
  if (told.text.startsWith("# HELP")) return ofMetrics(told.text);
  const text = settled(told.text, world);
  return Object.keys(told.json).length > 0 ? ofOneWorld(told.operation, JSON.parse(text)) : text;
}

/** Only metrics of waiting work; other lines depend on earlier tests. */
function ofMetrics(text: string): string {
  const lines = text.split("\n").filter((line) => /^(# \w+ )?countersign_approvals_/.test(line));
  return lines.map((line) => `${line.replace(/ [\d.e+]+$/, " 0")}\n`).join("");
}

const RELEASE = { version: "1.4.0", commit: "0d2f7a41c6be" };

// Policies are one list, including versions of earlier tests.
const POLICIES = { version: 4, removed: [] };

const GROUPS = {
  groups: [
    {
      name: "ops",
      description: "Who is on call.",
      members: ["ines@acme.example"],
      policies: ["Large archives"],
      created_at: "2026-11-21T10:00:00.000Z",
    },
  ],
};

// Rules apply to every tool, including those of other tests.
const COUNTS = { unrated: 3, rated: 12, none: 3, less: 0, more: 0, freed: 0 };
const REST = { version: 4, lowered: "4f53cda1".repeat(8), weaker: [], by_rule: {}, tools: [] };

function ofOneWorld(operation: string, body: object): object {
  const own = settledOf(operation);
  if (!own) return body;
  const settles = Object.entries(own).filter(([name]) => name in body);
  return { ...body, ...Object.fromEntries(settles) };
}

function settledOf(operation: string): object | null {
  if (operation.endsWith("/tools/rules")) return { ...COUNTS, ...REST };
  if (operation === "GET /api/health") return RELEASE;
  if (operation === "GET /api/v1/groups") return GROUPS;
  if (operation === "GET /api/v1/insights") return { signals: SIGNALS };
  return operation.endsWith("/policies") ? POLICIES : null;
}

const mediaType = ({ headers }: Told) => headers.get("content-type")?.split(";")[0] ?? "";

/** The first answer of each operation, status and media type, and of each named kind. */
export function examplesOf(world: World): Examples {
  const examples: Examples = { requests: {}, answers: {}, problems: {}, callbacks: {} };
  for (const told of world.told) {
    const { operation, question, status, json } = told;
    const type = mediaType(told);
    if (operation.endsWith("/api/openapi.json")) continue;
    if (type === "application/problem+json") examples.problems[String(json.code)] ??= shown(told, world);
    else {
      if (typeof question.body === "object")
        examples.requests[operation] ??= ofOneWorld(
          operation,
          JSON.parse(settled(JSON.stringify(question.body), world)),
        );
      if (type === "") continue;
      const kinds = kindsAt(examples, [operation, String(status), type]);
      kinds[kindOf(told)] ??= shown(told, world);
    }
  }
  for (const event of eventsOf(world)) examples.callbacks[event.type] ??= event;
  return examples;
}

function kindsAt({ answers }: Examples, [operation, status, type]: readonly [string, string, string]) {
  answers[operation] ??= {};
  const statuses = answers[operation];
  statuses[status] ??= {};
  const types = statuses[status];
  types[type] ??= {};
  return types[type];
}

const JUDGED: ReadonlySet<string> = new Set(["POST /api/v1/authorize", "POST /api/v1/approvals"]);

function kindOf({ operation, json }: Told): string {
  return JUDGED.has(operation) ? String(json.decision) : "example";
}

function eventsOf(world: World): { type: string }[] {
  const pages = world.told.filter(({ operation, status }) => operation.endsWith("/events") && status === 200);
  return pages
    .flatMap(({ json }) => json.data as object[])
    .map((event) => JSON.parse(settled(JSON.stringify(event), world)) as { type: string });
}
