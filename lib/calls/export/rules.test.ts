import { describe, expect, test } from "vitest";
import { RawJson } from "@/lib/core/json/raw";
import { type WireCall, wireCall } from "../answer/rules";
import type { CallRow } from "../schema";
import { csvHeader, csvLine, exportFormat, ndjsonLine } from "./rules";

const at = new Date("2026-11-21T10:00:00Z");
const aRow = (over: Partial<CallRow> = {}): WireCall =>
  wireCall({
    id: "1",
    externalId: null,
    tenant: "acme",
    gateway: "gw",
    provider: null,
    tool: "t",
    method: null,
    rationale: null,
    risk: null,
    arguments: null,
    outcome: "ok",
    class: "ok",
    outcomeDetail: null,
    errorMessage: null,
    validation: null,
    referral: null,
    durationMs: 12,
    attempt: null,
    agent: null,
    agentVersion: null,
    model: null,
    onBehalfOf: null,
    sessionId: null,
    callId: null,
    approvalId: null,
    occurredAt: at,
    receivedAt: at,
    ...over,
  });

describe("CSV", () => {
  test("has a column for every member of the list", () => {
    expect(csvHeader().trimEnd().split(",")).toEqual(Object.keys(aRow()));
    expect(csvHeader()).toMatch(/\r\n$/);
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠a"])(
    "never starts a cell with a formula: %j",
    (text) => {
      const cell = csvLine(aRow({ rationale: text })).split("acme,gw,,t,,")[1] ?? "";
      expect(cell).toMatch(/^"'/);
    },
  );

  test("quotes what needs it and doubles quotes", () => {
    const line = csvLine(aRow({ rationale: 'a "b", c\nd' }));
    expect(line).toContain(',"a ""b"", c\nd",');
    expect(line).toMatch(/\r\n$/);
  });

  test("keeps arguments to the byte", () => {
    const text = '{ "n": 9007199254740993, "s": "x" }';
    const line = csvLine(aRow({ arguments: RawJson.parse(text) }));
    expect(line).toContain(`"${text.replaceAll('"', '""')}"`);
  });
});

describe("NDJSON", () => {
  test("is one line a row, also for arguments that are laid out over several", () => {
    const line = ndjsonLine(
      aRow({ arguments: RawJson.parse('{\r\n  "n": 9007199254740993\n}'), rationale: "a\nb" }),
    );
    expect(line.match(/\n/g)).toHaveLength(1);
    expect(line).toContain('"n": 9007199254740993');
    expect(JSON.parse(line)).toMatchObject({ rationale: "a\nb" });
  });
});

test.each([
  [undefined, null, null],
  [undefined, "*/*", null],
  [undefined, "text/csv", "csv"],
  [undefined, "application/x-ndjson, */*;q=0.1", "ndjson"],
  ["json", "text/csv", null],
  ["csv", "application/json", "csv"],
] as const)("format=%s with Accept %s", (asked, accept, format) => {
  expect(exportFormat(asked, accept)).toBe(format);
});
