import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sayProgress } from "./progress.mjs";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const written = (more) => {
  const texts = [];
  return { texts, ...more, write: (text) => texts.push(text) };
};

test("what is under way says so every half minute, with how far it is", () => {
  const out = written();
  const progress = sayProgress(out);
  let done = "2,140 tests in 310 of 640 files, 0 failed";
  const end = progress.begin("unit and integration", () => done);
  vi.advanceTimersByTime(29_999);
  expect(out.texts).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(out.texts).toEqual(["     unit and integration: 2,140 tests in 310 of 640 files, 0 failed, 0:30\n"]);
  done = "";
  const endOther = progress.begin("lint");
  vi.advanceTimersByTime(60_000);
  expect(out.texts.slice(-2)).toEqual(["     unit and integration: 1:30\n", "     lint: 1:00\n"]);
  end();
  endOther();
  out.texts.length = 0;
  vi.advanceTimersByTime(600_000);
  expect(out.texts).toEqual([]);
});

test("on a terminal it is said in place, and wiped before a line", () => {
  const out = written({ isTTY: true, columns: 20 });
  const progress = sayProgress(out);
  const end = progress.begin("unit and integration", () => "1 test");
  vi.advanceTimersByTime(1_000);
  expect(out.texts).toEqual(["\r\u001b[K", "unit and integratio"]);
  progress.line("ok   lint");
  expect(out.texts.slice(2)).toEqual(["\r\u001b[K", "ok   lint\n"]);
  end();
});
