// A Chromium for the end-to-end tests.
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { run, runNode } from "./run.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const DOWNLOAD_MS_MAX = 300_000;

function installed() {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin"];
  const places = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...places, MAC].find((file) => file && existsSync(file));
}

async function downloaded() {
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath());
}

async function fromDebian() {
  const sudo = os.userInfo().uid === 0 ? "" : "sudo -n ";
  const apt = `${sudo}apt-get -qq`;
  const command = `${apt} update && ${apt} install -y --no-install-recommends chromium fonts-liberation`;
  return run("sh", ["-c", command], { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
}

/**
 * An installed Chromium, else Playwright's own, downloaded if need be, else Debian's package.
 * @returns {Promise<{ ok: boolean, note: string, output: string, file?: string }>} `note` says which; no `file` means Playwright's own
 */
export async function findBrowser() {
  const file = installed();
  if (file) return { ok: true, note: file, output: "", file };
  if (await downloaded()) return { ok: true, note: "Playwright's own", output: "" };
  const args = [path.join("node_modules", "@playwright", "test", "cli.js"), "install", "chromium"];
  const signal = AbortSignal.timeout(DOWNLOAD_MS_MAX);
  const download = await runNode(args, { signal }).catch((error) => ({ ok: false, output: error.message }));
  if (download.ok) return { ok: true, note: "downloaded by Playwright", output: "" };
  const packaged = await fromDebian();
  const output = `no Chromium: install one and set CHROMIUM_PATH\n${download.output}${packaged.output}`;
  return { ok: packaged.ok, note: packaged.ok ? "Debian's package" : "", output, file: installed() };
}
