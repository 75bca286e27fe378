import { beforeAll, expect, test } from "vitest";
import { watchAnswers } from "./serving";
import { frontDoorSuite } from "./testing/front-door-suite";
import { askPort, inFront, mounted } from "./testing/listener";

// Through the API process, with this process as the pages process.

beforeAll(() => watchAnswers({ isBehind: true }));
frontDoorSuite(inFront);

test("what comes over a port instead is judged as any client's, whatever it says of the API process", async () => {
  const { port, close } = await mounted((request, response) =>
    response.end(request.headers["x-forwarded-for"]),
  );
  const hop = { "x-countersign-hop": "00000000-0000-0000-0000-000000000000 7 198.51.100.1" };
  const foreign = { ...hop, origin: "https://elsewhere.example" };
  expect((await askPort(port, "POST", "/approvals", { headers: foreign })).status).toBe(403);
  const answer = await askPort(port, "GET", "/approvals", { headers: hop });
  expect([answer.text, answer.headers["x-request-id"]]).toEqual([
    "127.0.0.1",
    expect.not.stringContaining("00000000"),
  ]);
  await close();
});
