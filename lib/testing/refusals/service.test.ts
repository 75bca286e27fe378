import { createServer } from "node:http";
import { afterAll } from "vitest";
import { withVariables } from "../settings";
import { TABLE } from "./table";
import { walkAll } from "./walk-all";

// A tracker server that answers like GitHub.
const tracker = createServer((_, response) => response.writeHead(201).end('{"number": 12}'));
withVariables(async () => {
  await new Promise<void>((resolve) => tracker.listen(0, "127.0.0.1", resolve));
  const { port } = tracker.address() as { port: number };
  return {
    METRICS_TOKEN: "made up for the tests",
    TRACKER_GITHUB_URL: `http://127.0.0.1:${port}`,
    TRACKER_GITHUB_REPOSITORY: "acme/crm",
    TRACKER_GITHUB_TOKEN: "made up for the tests".replaceAll(" ", "-"),
  };
});
afterAll(() => void tracker.close());

walkAll(TABLE.service);
