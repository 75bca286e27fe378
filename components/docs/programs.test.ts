import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { lexer, type Tokens } from "marked";
import { expect, test } from "vitest";
import { argumentsDigest, canonicalArguments } from "@/gateway/client/digest";
import { verifyWebhook } from "@/gateway/client/webhook";
import { RESOURCES } from "@/lib/api/contract";
import { authorizeSchema } from "@/lib/approvals/schema";
import { canonicalJson, canonicalSha256 } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { readInfo } from "./examples";

// Checks the byte examples of the page for other languages against the product and its client.

const blocks = lexer(readFileSync("docs/python-and-go.md", "utf8"))
  .filter((token): token is Tokens.Code => token.type === "code")
  .map(({ lang, text }) => ({ ...readInfo(lang ?? ""), text }));

function vectors(name: string): unknown {
  const block = blocks.find(({ settings }) => settings.vectors === name);
  return JSON.parse(block?.text ?? "null");
}

type Digest = { text: string; canonical: string; sha256: string };

test("the vectors of the digest are what Countersign and the client compute", () => {
  const digests = vectors("digest") as Digest[];
  expect(digests.length).toBeGreaterThanOrEqual(5);
  for (const { text, canonical, sha256 } of digests) {
    expect(canonicalJson(parseJson(text))).toBe(canonical);
    expect(canonicalSha256(parseJson(text))).toBe(sha256);
    expect([canonicalArguments(text), argumentsDigest(text)]).toEqual([canonical, sha256]);
  }
  // One name distinguishes the order of code units from that of code points.
  const names = digests.flatMap(({ text }) => Object.keys(JSON.parse(text) as object));
  expect(names.toSorted()).not.toEqual(
    names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  );
});

test("the vector of the signature is what Countersign signs and the client believes", () => {
  const { secret, body, ...headers } = vectors("signature") as Record<string, string>;
  const [id, at] = [headers["webhook-id"], headers["webhook-timestamp"]];
  const key = Buffer.from((secret ?? "").replace("whsec_", ""), "base64");
  const mac = createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${mac}`);
  const now = new Date(Number(at) * 1_000);
  expect(verifyWebhook({ headers, body: body ?? "", secrets: [secret ?? ""], now }).id).toBe(id);
});

const programs = blocks.filter(({ settings }) => settings.program !== undefined);

test("the programs call operations that exist, and ask with members that they take", () => {
  expect(programs.map(({ settings }) => settings.program)).toEqual([
    "countersign.py",
    "poll.py",
    "receive.py",
    "countersign.go",
    "main.go",
  ]);
  const known = new Set(RESOURCES.map(({ path }) => path));
  for (const { settings, text } of programs) {
    // Python puts the id in braces, Go between two strings.
    const called = [...text.matchAll(/\/api\/v1\/[^?\s,)]*/g)].map(([path]) =>
      path.replace(/\{\w+\}|"\+\w+\+?"?/g, "{id}").replace(/"$/, ""),
    );
    for (const path of called) expect(known, `${settings.program}: ${path}`).toContain(path);
  }
  const members = Object.keys(authorizeSchema.in.shape);
  const asked = programs
    .filter(({ settings }) => /^(poll\.py|main\.go)$/.test(settings.program ?? ""))
    .map(({ text }) =>
      [...text.matchAll(/^(?: {4}|\t\t)"?(\w+)"?(?:=|:\s)/gm)].map(([, name]) => name ?? ""),
    );
  for (const names of asked) {
    expect(names).toEqual(["tenant", "provider", "tool", "rationale", "risk", "mode"]);
    for (const name of names) expect(members).toContain(name);
  }
});
