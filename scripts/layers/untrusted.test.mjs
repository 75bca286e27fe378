import { expect, test } from "vitest";
import { breaches } from "./testing/plant.mjs";

const FILE = "components/calls/row.tsx";
const MEMBERS = ["agent", "provider", "rationale", "session_id", "summary", "tool"];
const WIRE = {
  "lib/calls/wire.ts": `export const callWire = z.strictObject({ id: z.uuid(), ${MEMBERS.map(
    (name, at) => `${name}: foreignText${at % 2 ? ".nullable().describe('One.')" : ""}`,
  ).join(", ")} });`,
};
const of = (jsx) =>
  breaches("untrusted", { ...WIRE, [FILE]: `export const Row = ({ call, agent, short }) => ${jsx};` });

test.each([
  ["<p>{call.rationale}</p>", "rationale"],
  ["<p>{agent}</p>", "agent"],
  ["<>{call?.tool ?? call.provider}</>", "tool"],
  ["<p>{'by ' + call.agent}</p>", "agent"],
  ["<p>{\x60by \x24{call.agent}\x60}</p>", "agent"],
  ["<p>{call.open ? call.summary : null}</p>", "summary"],
  ["<p>{call.sessionId.slice(0, 8)}</p>", "sessionId"],
  ["<p>{says(call.tool)}</p>", "tool"],
  ["<a aria-label={call.headline}>x</a>", "headline"],
  ["<a title={'of ' + call.provider}>x</a>", "provider"],
])("finds %s", (jsx, field) => {
  expect(of(jsx)).toEqual([`${FILE}:1: shows ${field} outside of Untrusted, its hidden characters with it`]);
});

test.each([
  ["<Untrusted>{call.rationale}</Untrusted>"],
  ["<a title={revealedText(call.tool)}>x</a>"],
  ["<p>{says(revealedText(call.tool))}</p>"],
  ["<p>{CALL.agent}</p>"],
  ["<p>{call.headline.map((part) => <Untrusted>{part.text}</Untrusted>)}</p>"],
  ["<Row agent={call.agent} />"],
  ["<p>{call.agent && short}</p>"],
  ["<a href={'/tools/' + call.tool}>x</a>"],
  ["<p>{call.id}</p>"],
])("lets %s be", (jsx) => {
  expect(of(jsx)).toEqual([]);
});

test("what a type says was rendered or written out before is safe", () => {
  const types = { "components/calls/cells.ts": "export type Cells = { agent: ReactNode; tool: string };" };
  const text = (field) =>
    `import type { Cells } from "./cells";\nexport const Row = (row: Cells) => <p>{row.${field}}</p>;`;
  const rule = (field) => breaches("untrusted", { ...WIRE, ...types, [FILE]: text(field) });
  expect(rule("agent")).toEqual([]);
  expect(rule("tool")).toHaveLength(1);
});
