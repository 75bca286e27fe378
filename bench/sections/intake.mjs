// Intake rates, in turns with plain Node and a bare Next route with one insert.
import { randomBytes } from "node:crypto";
import { startBaselines } from "../baselines/start.mjs";
import { figure } from "../figure.mjs";
import { inTurns, load } from "../load.mjs";
import { ownData, startProduct } from "../product.mjs";

const BATCH = 100;
const BATCH_CONNECTIONS = 4;
const [FEW, MANY] = [32, 128];
const NEXT = "a bare Next insert";
const GROUPED = "Node, grouped inserts";

const rationale = "The benchmark measures how fast requests are taken in.";
const unique = () => randomBytes(8).toString("hex");
// About 700 bytes, like real calls.
const given = () => ({
  to: [`customer-${unique()}@example.com`],
  subject: "Your order",
  body: "A line of a mail. ".repeat(20),
});
const call = (risk) => ({
  tenant: "bench",
  agent: "bench-agent",
  tool: "send",
  arguments: given(),
  rationale,
  ...(risk && { risk }),
});
const reported = () => ({
  ...call(),
  outcome: "ok",
  duration_ms: 12,
  session_id: "s1",
  occurred_at: new Date().toISOString(),
});
const batch = () => ({ rows: Array.from({ length: BATCH }, reported) });

function loadsOf(product, { node, next }) {
  const api = (where, body) => ({
    origin: product.origin,
    path: `/api/v1/${where}`,
    headers: product.headers,
    body,
  });
  const to = (origin, path, body = reported) => ({ origin, path, body });
  const asked = {
    next: to(next, "/insert"),
    node: to(node, "/insert"),
    grouped: to(node, "/grouped"),
    audit: api("audit", reported),
    "audit with id": api("audit", () => ({ ...reported(), id: unique() })),
    allowed: api("authorize", () => call("low")),
    held: api("authorize", () => call("high")),
    feedback: api("feedback", () => ({
      tenant: "bench",
      attempted_action: "Send the broadcast to all customers.",
      expected_outcome: "The broadcast is sent.",
      actual_outcome: "The segment was refused.",
      tool_called: "send",
      severity: "medium",
      rationale,
    })),
  };
  const batches = { raw: to(node, "/batch", batch), batch: api("audit", batch) };
  return { asked, batches };
}

/** One run: each kind over few connections, some over many and over one, batches, and half load. */
async function measured(product, baselines) {
  const { asked, batches } = loadsOf(product, baselines);
  const over = (connections, names) =>
    inTurns(Object.fromEntries(names.map((name) => [name, () => load(asked[name], { connections })])));
  const few = await over(FEW, Object.keys(asked));
  const many = await over(MANY, ["grouped", "audit", "allowed"]);
  const one = await over(1, ["node", "audit", "allowed", "held"]);
  const bulk = await inTurns(
    Object.fromEntries(
      Object.entries(batches).map(([name, of]) => [
        name,
        () => load(of, { connections: BATCH_CONNECTIONS, fresh: false }),
      ]),
    ),
  );
  const half = await inTurns({
    next: () => load(asked.next, { perSecond: few.next.perSecond / 2 }),
    audit: () => load(asked.audit, { perSecond: few.audit.perSecond / 2 }),
  });
  return { few, many, one, bulk, half };
}

export async function measure() {
  const { dataDir, remove } = ownData();
  const product = await startProduct(dataDir);
  let stopBaselines = async () => undefined;
  try {
    const baselines = await startBaselines(dataDir);
    stopBaselines = baselines.stop;
    const { few, many, one, bulk, half } = await measured(product, baselines);
    const rate = (line, of, base, name, goal) =>
      figure(line, { value: of.perSecond, unit: "/s", base: base.perSecond, of: name, ...goal });
    const wait = (line, value, base, name, goal) =>
      figure(line, { value, unit: "ms", base, of: name, ...goal });
    return [
      figure("a bare Next insert, 32 connections", { value: few.next.perSecond, unit: "/s" }),
      figure("plain Node, grouped inserts, 32 connections", { value: few.grouped.perSecond, unit: "/s" }),
      rate("one tool call, 32 connections", few.audit, few.next, NEXT, { least: 4 }),
      rate("one tool call, 32 connections", few.audit, few.grouped, GROUPED, { least: 0.45 }),
      rate("one tool call, 128 connections", many.audit, many.grouped, GROUPED, { least: 0.45 }),
      rate("one tool call with an id", few["audit with id"], few.next, NEXT, {}),
      rate("an allowed call, 32 connections", few.allowed, few.next, NEXT, { least: 4 }),
      rate("an allowed call, 32 connections", few.allowed, few.grouped, GROUPED, { least: 0.45 }),
      rate("an allowed call, 128 connections", many.allowed, many.grouped, GROUPED, { least: 0.45 }),
      rate("a held call, 32 connections", few.held, few.next, NEXT, { least: 2 }),
      rate("feedback, 32 connections", few.feedback, few.next, NEXT, { least: 0.85 }),
      rate("batches of 100 tool calls", bulk.batch, bulk.raw, "Node, one insert a batch", { least: 0.5 }),
      wait("one tool call at half load, p99", half.audit.p99, half.next.p50, `${NEXT} at half load, p50`, {
        most: 15,
      }),
      wait("one tool call, one connection, p50", one.audit.p50, one.node.p50, "a Node insert, p50", {}),
      wait("an allowed call, one connection, p50", one.allowed.p50, one.node.p50, "a Node insert, p50", {}),
      wait("a held call, one connection, p50", one.held.p50, one.node.p50, "a Node insert, p50", {}),
    ];
  } finally {
    await stopBaselines();
    await product.stop();
    await remove();
  }
}
