import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, onTestFinished, test } from "vitest";
import { filesystemUpstream, startFake, temporaryDirectory, WHY } from "./testing/harness";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

test("the built file runs from any folder, alone, in an agent's bare environment, and its server in the folder it was given", async () => {
  const home = temporaryDirectory();
  const [elsewhere, project] = [join(home, "agent"), join(home, "project")];
  for (const folder of [elsewhere, project]) mkdirSync(folder);
  const gateway = join(home, "gateway.mjs");
  copyFileSync(join(ROOT, "dist", "gateway.mjs"), gateway);
  const fake = await startFake();
  const { command, args } = filesystemUpstream(".");
  const client = new Client({ name: "cursor", version: "1.0" });
  const transport = new StdioClientTransport({
    command: "node",
    args: [gateway, "--cwd", project, "--", command, ...args],
    cwd: elsewhere,
    env: {
      ...getDefaultEnvironment(),
      COUNTERSIGN_URL: fake.url,
      COUNTERSIGN_KEY: fake.apiKey,
      COUNTERSIGN_TENANT: "acme",
      PROVIDER: "files",
    },
    stderr: "pipe",
  });
  let said = "";
  transport.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  await client.connect(transport).catch((error) => {
    throw new Error(`${error.message}\n${said}`);
  });
  onTestFinished(() => client.close());
  const answer = client.callTool({
    name: "write_file",
    arguments: { path: "note.txt", content: "hi", rationale: WHY },
  });
  fake.decide(await fake.pending(), "approved");
  expect(JSON.stringify(await answer)).toContain("Successfully wrote");
  expect(readFileSync(join(project, "note.txt"), "utf8")).toBe("hi");
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(existsSync(join(ROOT, "note.txt"))).toBe(false);
});
