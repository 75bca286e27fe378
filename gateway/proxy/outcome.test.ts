import { expect, test } from "vitest";
import { finishedRun } from "./outcome";

const outcomeOf = (text: string) =>
  finishedRun({ isError: true, content: [{ type: "text", text }] }, 1).outcome;

test.each([
  "MCP error -32602: Input validation error: Invalid arguments for tool note: []",
  "Input validation error: 'to' is a required property",
  "Invalid arguments for tool note",
  "Error executing tool note: 1 validation error for noteArguments\nto\n  Field required",
  "2 validation errors for call[note]\nto\n  Missing required argument",
])("a server that says “%s” refused the arguments", (text) => {
  expect(outcomeOf(text)).toBe("validation_error");
});

test.each(["Error executing tool note: the disk is full", "A validation error occurred upstream"])(
  "a server that says “%s” failed",
  (text) => {
    expect(outcomeOf(text)).toBe("execution_error");
  },
);
