import { expect, test } from "vitest";
import { breaches } from "./testing/plant.mjs";

const manifest = (names, rest = {}) => ({
  "package.json": JSON.stringify(
    { ...rest, dependencies: Object.fromEntries(names.map((name) => [name, "1.0.0"])) },
    null,
    2,
  ),
});
const installed = (name, rest) => ({ [`node_modules/${name}/package.json`]: JSON.stringify(rest) });

test("a package that is imported or named nowhere is one too many", () => {
  const files = { "lib/core/a.ts": '// import "left-pad";\nimport { z } from "zod/v4";' };
  expect(breaches("unused-dependencies", { ...files, ...manifest(["zod", "left-pad"]) })).toEqual([
    "package.json:4: left-pad is imported by no source and named by no script",
  ]);
});

test("every way to be needed", () => {
  const needed = ["@scope/imported", "typed", "@types/typed", "@types/node", "theme", "started", "@a/plugin"];
  const more = ["tool", "peer", "binaries", "runtime"];
  expect(
    breaches("unused-dependencies", {
      ...manifest([...needed, ...more], { scripts: { lint: "tool-bin check ." } }),
      ...installed("tool", { bin: { "tool-bin": "./bin.js" }, peerDependencies: { peer: "*" } }),
      ...installed("binaries", { optionalDependencies: { "@binaries/linux-x64": "1" } }),
      "lib/core/a.ts": 'import { a } from "@scope/imported/deep";\nimport type { B } from "typed";',
      "lib/core/b.ts": 'import fs from "node:fs";',
      "lib/generated/prisma/client.ts": 'import * as runtime from "runtime/client";',
      "app/globals.css": '@import "theme" layer(base);',
      "scripts/start.mjs": `run("node_modules/started/bin/run"); load(\`@binaries/\${process.platform}\`);`,
      "postcss.config.mjs": 'export default { plugins: { "@a/plugin": {} } };',
    }),
  ).toEqual([]);
});
