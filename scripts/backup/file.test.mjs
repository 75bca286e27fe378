import { randomBytes } from "node:crypto";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as form from "./file.mjs";

const MIB = 1024 * 1024;
let folder;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "backup-file-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = randomBytes(32);
const fresh = () => path.join(folder, `${randomBytes(4).toString("hex")}.backup`);

async function read(file) {
  const found = [];
  for await (const { payload } of form.readFrames(file)) found.push(payload);
  return found;
}

/** A frame in the right form, but above its limit. */
function longFrame(bytes) {
  const head = Buffer.from(form.frame("rows", Buffer.alloc(1)).subarray(0, 5));
  head.writeUInt32BE(bytes, 1);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
}

test("a link where the unfinished file goes is not followed", async () => {
  const file = fresh();
  const victim = path.join(folder, "victim");
  writeFileSync(victim, "mine");
  symlinkSync(victim, `${file}.part`);
  await form.writeFrames(file, [form.frame("rows", Buffer.from("a"))], key);
  expect(readFileSync(victim, "utf8")).toBe("mine");
  expect(await read(file)).toEqual([Buffer.from("a")]);
});

test("an unfinished file that others may read does not pass that on", async () => {
  const file = fresh();
  writeFileSync(`${file}.part`, "", { mode: 0o644 });
  await form.writeFrames(file, [form.frame("rows", Buffer.from("a"))], key);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a frame of more than a few MiB is neither written nor read", async () => {
  expect(() => form.frame("head", Buffer.alloc(5 * MIB))).toThrow("does not fit");
  const file = fresh();
  await form.writeFrames(file, [longFrame(5 * MIB)], key);
  await expect(read(file)).rejects.toThrow("holds something unknown");
});

test("rows of any length go into as many frames as they need", async () => {
  const file = fresh();
  const rows = randomBytes(9 * MIB);
  await form.writeFrames(file, form.rowFrames(rows), key);
  const found = await read(file);
  expect(found.map(({ length }) => length)).toEqual([4 * MIB, 4 * MIB, MIB]);
  expect(Buffer.concat(found).equals(rows)).toBe(true);
});

test("a long frame is put together once, however many pieces it comes in", async () => {
  const file = fresh();
  await form.writeFrames(file, [form.frame("rows", randomBytes(3 * MIB))], key);
  const concat = vi.spyOn(Buffer, "concat");
  expect(await read(file)).toHaveLength(1);
  const copied = concat.mock.results.reduce((sum, { value }) => sum + value.length, 0);
  concat.mockRestore();
  expect(copied).toBeLessThan(6 * MIB);
});
