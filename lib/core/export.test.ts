import { describe, expect, test } from "vitest";
import { csvHeader, csvLine, exportFileName, exportFormat, ndjsonLine } from "./export";
import { RawJson } from "./json/raw";

const COLUMNS = ["id", "said", "at", "data", "n"] as const;
type Record = { id: string; said: string | null; at: Date; data: unknown; n: number };
const aRecord = (over: Partial<Record> = {}): Record => ({
  id: "1",
  said: null,
  at: new Date("2026-11-21T10:00:00Z"),
  data: null,
  n: 12,
  ...over,
});
const line = (over: Partial<Record>) => csvLine([...COLUMNS], aRecord(over));

describe("CSV", () => {
  test("has a first line with the columns and ends every line with CR LF", () => {
    expect(csvHeader([...COLUMNS])).toBe("id,said,at,data,n\r\n");
    expect(line({})).toBe("1,,2026-11-21T10:00:00.000Z,,12\r\n");
  });

  test.each([
    "=1+1",
    "=cmd|'/c calc'!A0",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1",
    "＋1",
    "－1",
    "＠a",
    "\ufeff=1+1",
    "\ufeff\u200b＝1",
    "\u2060+1",
    "\ufeff-1",
    "\u202e@a",
    "\ufeff\t=1",
    "\ufeff\r=1",
    "\u0000\ufeff=1",
    '=HYPERLINK("https://evil.example","ok")',
  ])("never starts a cell with a formula: %j", (text) => {
    expect(line({ said: text })).toMatch(/^1,"'/);
    expect(line({ said: text })).toContain(`"'${text.replaceAll('"', '""')}"`);
  });

  test("quotes what needs it and doubles quotes", () => {
    expect(line({ said: 'a "b", c\nd' })).toContain(',"a ""b"", c\nd",');
    for (const text of ["a\nb", "a\rb", "a\r\nb"]) expect(line({ said: text })).toContain(`,"${text}",`);
  });

  test("keeps exact JSON to the byte", () => {
    const text = '{ "n": 9007199254740993, "s": "x" }';
    expect(line({ data: RawJson.parse(text) })).toContain(`"${text.replaceAll('"', '""')}"`);
    expect(line({ data: [{ a: RawJson.parse("1e999") }] })).toContain('"[{""a"":1e999}]"');
  });
});

test("NDJSON is one line a row, also for exact JSON that is laid out over several", () => {
  const written = ndjsonLine(
    aRecord({ data: RawJson.parse('{\r\n  "n": 9007199254740993\n}'), said: "a\nb" }),
  );
  expect(written.match(/\n/g)).toHaveLength(1);
  expect(written).toContain('"n": 9007199254740993');
  expect(JSON.parse(written)).toMatchObject({ said: "a\nb" });
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

test("a file's name says what, whose and of which day, and nothing a header could stumble over", () => {
  const at = new Date("2026-11-21T23:59:59Z");
  expect(exportFileName("calls", "acme", at, "csv")).toBe("calls-acme-2026-11-21.csv");
  expect(exportFileName("feedback", undefined, at, "ndjson")).toBe("feedback-all-tenants-2026-11-21.ndjson");
  expect(exportFileName("calls", 'a"\r\nb/../é', at, "csv")).toBe(
    "calls-a-b-..-.csv".replace("..-.csv", "..--2026-11-21.csv"),
  );
});
