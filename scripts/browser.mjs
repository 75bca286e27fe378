import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { run, runNode } from "./run.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
// Headless Chromium needs less than half the CPU, but renders slightly differently.
const SHELLS = ["chromium-headless-shell", "chrome-headless-shell"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const DOWNLOAD_MS_MAX = 300_000;

function inPath(names) {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin"];
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
}

const first = (files) => files.find((file) => file && existsSync(file));
const installed = () => first([process.env.CHROMIUM_PATH, ...inPath(NAMES), MAC]);
const installedShell = () => first([process.env.CHROMIUM_SHELL_PATH, ...inPath(SHELLS)]);

async function downloaded() {
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath());
}

const isRoot = () => os.userInfo().uid === 0;

async function fromDebian(...packages) {
  const apt = `${isRoot() ? "" : "sudo -n "}apt-get -qq`;
  const command = `${apt} update && ${apt} install -y --no-install-recommends ${packages.join(" ")}`;
  return run("sh", ["-c", command], { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
}

/**
 * The headless shell next to an installed Chromium. Installs only as root, in containers and build
 * machines.
 */
async function shellBeside() {
  const there = installedShell();
  if (there || !isRoot() || !existsSync("/usr/bin/apt-get")) return there;
  await fromDebian("chromium-headless-shell");
  return installedShell();
}

/**
 * An installed Chromium, else Playwright's own (downloaded if needed), else Debian's package.
 * @returns {Promise<{ ok: boolean, note: string, output: string, file?: string, shell?: string }>}
 * `note` says which; no `file` means Playwright's own; `shell` is a headless one, for tests without
 * pixel comparison
 */
export async function findBrowser() {
  const file = installed();
  if (file) {
    const shell = await shellBeside();
    return { ok: true, note: shell ? `${file}, ${shell}` : file, output: "", file, shell };
  }
  if (await downloaded()) return { ok: true, note: "Playwright's own", output: "" };
  const args = [path.join("node_modules", "@playwright", "test", "cli.js"), "install", "chromium"];
  const signal = AbortSignal.timeout(DOWNLOAD_MS_MAX);
  const download = await runNode(args, { signal }).catch((error) => ({ ok: false, output: error.message }));
  if (download.ok) return { ok: true, note: "downloaded by Playwright", output: "" };
  const packaged = await fromDebian("chromium", "chromium-headless-shell", "fonts-liberation");
  const output = `no Chromium: install one and set CHROMIUM_PATH\n${download.output}${packaged.output}`;
  const note = packaged.ok ? "Debian's packages" : "";
  return { ok: packaged.ok, note, output, file: installed(), shell: installedShell() };
}
