import { vi } from "vitest";
import { TABLE } from "./table";
import { walkAll } from "./walk-all";

vi.mock("next/headers", () => import("./request"));

// The tracker that items are made in: a server that answers as GitHub does.
await vi.hoisted(async () => {
  const { createServer } = await import("node:http");
  const server = createServer((_, response) => response.writeHead(201).end('{"number": 12}'));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const { port } = server.address() as { port: number };
  Object.assign(process.env, {
    METRICS_TOKEN: "made up for the tests",
    TRACKER_GITHUB_URL: `http://127.0.0.1:${port}`,
    TRACKER_GITHUB_REPOSITORY: "acme/crm",
    TRACKER_GITHUB_TOKEN: "made up for the tests".replaceAll(" ", "-"),
  });
});

walkAll(TABLE.service);
