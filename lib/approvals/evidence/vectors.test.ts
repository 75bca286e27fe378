import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { command } from "@/scripts/cli/command";
import { FOLDER, KEY, OTHER, type Vector, vectors } from "./testing/vectors";

// The published test vectors: they are what this code makes, and `receipt verify` says of each what
// its index says. To record them anew: npx vitest run lib/approvals/evidence/vectors.test.ts -u

const all = vectors();

/** What only the command compares, beyond the published steps. */
const BEYOND = ["decision", "policy", "outcome"];

test("the published vectors are these", async () => {
  for (const { file, text } of all) await expect(text).toMatchFileSnapshot(path.resolve(FOLDER, file));
  const keys = [KEY, OTHER].map(({ id, publicKey: x }) => ({ kty: "OKP", crv: "Ed25519", kid: id, x }));
  const index = { keys, vectors: all.map(({ text: _, ...vector }) => vector) };
  await expect(`${JSON.stringify(index, null, 2)}\n`).toMatchFileSnapshot(path.resolve(FOLDER, "index.json"));
  expect(readdirSync(FOLDER).toSorted()).toEqual(["index.json", ...all.map(({ file }) => file)].toSorted());
});

const published = JSON.parse(readFileSync(path.join(FOLDER, "index.json"), "utf8")) as { vectors: Vector[] };

test.each(published.vectors)("$file: $says", async ({ file, trusted, refused }) => {
  const named = trusted ? ["--key-id", trusted.join(",")] : [];
  const answer = await command(["receipt", "verify", path.join(FOLDER, file), ...named, "--json"]);
  expect(answer).toMatchObject({ code: refused.length === 0 ? 0 : 1, err: "" });
  const { proven, refused: found } = JSON.parse(answer.out) as {
    proven: boolean;
    refused: { reason: string; says: string }[];
  };
  const reasons = new Set(found.map(({ reason }) => reason).filter((one) => !BEYOND.includes(one)));
  expect([...reasons].toSorted(), found.map(({ says }) => says).join("\n")).toEqual(refused);
  expect(proven).toBe(refused.length === 0);
});
