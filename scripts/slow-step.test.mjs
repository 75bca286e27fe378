import { expect, onTestFinished, test, vi } from "vitest";
import { slowStep } from "./slow-step.mjs";

test("a silent step says again and again that it goes on, and nothing after its end", async () => {
  const lines = [];
  let end = () => undefined;
  const twice = new Promise((resolve) => {
    end = resolve;
  });
  const note = (line) => {
    lines.push(line);
    if (lines.length === 2) end("installed");
  };
  expect(await slowStep("installing packages", note, () => twice, 1)).toBe("installed");
  expect(lines).toEqual(["still installing packages", "still installing packages"]);
});

test("a step that fails leaves no clock running", async () => {
  vi.useFakeTimers();
  onTestFinished(() => vi.useRealTimers());
  const failing = slowStep(
    "building the pages",
    () => undefined,
    () => Promise.reject(new Error("no space")),
  );
  await expect(failing).rejects.toThrow("no space");
  expect(vi.getTimerCount()).toBe(0);
});
