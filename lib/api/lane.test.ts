import { beforeAll, expect, test } from "vitest";
import { answerContract, findHandler } from "./lane";
import { watchAnswers } from "./serving";
import { contractSuite } from "./testing/contract-suite";
import { mounted } from "./testing/listener";

// In Next's process, as `next start` alone serves it.

beforeAll(() => watchAnswers({ answer: answerContract }));
contractSuite(mounted);

test("a method that nobody knows has no handler", () => {
  expect(findHandler("constructor", "/api/v1/audit")).toBeNull();
});
