import { describe, expect, test } from "vitest";
import { DomainError } from "@/lib/core/errors";
import { downloadRecords } from "./download";

type Row = { id: number; said: string };
const COLUMNS = ["id", "said"] as const;
const asOf = new Date("2026-11-21T10:00:00Z");

function download(steps: AsyncGenerator<readonly Row[]>, format: "csv" | "ndjson" = "csv") {
  return downloadRecords({ steps, columns: COLUMNS, format, what: "calls", tenant: "acme", asOf });
}

async function* rows(steps: number, perStep: number, on: { made: number; over?: boolean } = { made: 0 }) {
  try {
    for (let step = 0; step < steps; step += 1) {
      on.made += perStep;
      yield Array.from({ length: perStep }, (_, i) => ({
        id: step * perStep + i,
        said: `=1+${"x".repeat(500)}`,
      }));
    }
  } finally {
    on.over = true;
  }
}

describe("a download", () => {
  test("names its file, its type and up to when it goes", async () => {
    const { headers } = await download(rows(1, 1));
    expect(headers.get("content-disposition")).toBe('attachment; filename="calls-acme-2026-11-21.csv"');
    expect(headers.get("content-type")).toMatch(/^text\/csv/);
    expect(headers.get("x-export-as-of")).toBe("2026-11-21T10:00:00.000Z");
    expect((await download(rows(1, 1), "ndjson")).headers.get("content-type")).toMatch(
      /^application\/x-ndjson/,
    );
  });

  test("of a hundred thousand rows holds a few at a time: what was read is never far ahead of what was taken", async () => {
    const on = { made: 0 };
    const response = await download(rows(500, 200, on));
    const reader = response.body?.getReader();
    if (!reader) throw new Error("no body");
    let taken = 0;
    let furthest = 0;
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      taken += decoder.decode(value).split("\r\n").length - 1;
      furthest = Math.max(furthest, on.made - taken);
    }
    expect(taken).toBe(100_001);
    expect(furthest).toBeLessThanOrEqual(3 * 200);
  });

  test("that nobody reads any more stops reading", async () => {
    const on = { made: 0, over: false };
    const response = await download(rows(500, 200, on));
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect.poll(() => on.over, { timeout: 60_000 }).toBe(true);
    expect(on.made).toBeLessThanOrEqual(600);
  });

  test("that is refused is refused before it begins", async () => {
    async function* refused(): AsyncGenerator<Row[]> {
      yield* [];
      throw new DomainError("VALIDATION_ERROR", "cursor");
    }
    await expect(download(refused())).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  test("makes every formula harmless", async () => {
    const text = await (await download(rows(1, 2))).text();
    expect(text.match(/"'=1\+x/g)).toHaveLength(2);
    expect(text.startsWith("id,said\r\n")).toBe(true);
  });

  test("goes on past a step without rows, so that what ends is whole", async () => {
    async function* gaps(): AsyncGenerator<Row[]> {
      for (const id of [0, 1, 2]) {
        yield [];
        yield [{ id, said: "x" }];
      }
    }
    for (const format of ["csv", "ndjson"] as const)
      expect((await (await download(gaps(), format)).text()).match(/x/g)).toHaveLength(3);
  });

  test("that fails half way breaks off and does not end", async () => {
    async function* broken(): AsyncGenerator<Row[]> {
      yield [{ id: 0, said: "x" }];
      throw new Error("the database is gone");
    }
    await expect((await download(broken())).text()).rejects.toThrow("the database is gone");
  });
});
