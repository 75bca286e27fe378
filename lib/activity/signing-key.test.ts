import { afterEach, expect, test, vi } from "vitest";
import { isSignedBy, keyIdOf, signingKeyOf } from "./signature";

// The first test of RFC 8032, 7.1, and the thumbprint of its key in RFC 8037, A.3.
const SEED = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex");
const PUBLIC_KEY = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
const SIGNATURE =
  "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";

const nothing = Buffer.alloc(0);

test("keys, signatures and ids are those of the standards", () => {
  const key = signingKeyOf(SEED);
  expect(key).toMatchObject({ publicKey: PUBLIC_KEY, id: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k" });
  const value = Buffer.from(SIGNATURE, "hex").toString("base64url");
  expect(key.sign(nothing)).toBe(value);
  expect(keyIdOf(PUBLIC_KEY)).toBe(key.id);
  expect(isSignedBy(PUBLIC_KEY, nothing, value)).toBe(true);
  expect(isSignedBy(PUBLIC_KEY, Buffer.from("x"), value)).toBe(false);
  expect(() => signingKeyOf(SEED.subarray(1))).toThrow("32 bytes");
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The key of a process with these settings. */
async function keyWith(settings: Record<string, string>): Promise<string> {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { signingKey } = await import("./signing-key");
  return signingKey().publicKey;
}

test("the key comes from AUTH_SECRET, the same in every process, unless it has its own setting", async () => {
  const [one, other] = ["1".repeat(32), "2".repeat(32)];
  const derived = await keyWith({ AUTH_SECRET: one });
  expect(await keyWith({ AUTH_SECRET: one })).toBe(derived);
  expect(await keyWith({ AUTH_SECRET: other })).not.toBe(derived);
  for (const COUNTERSIGN_RECEIPT_KEY of [SEED.toString("base64"), SEED.toString("base64url")])
    expect(await keyWith({ AUTH_SECRET: one, COUNTERSIGN_RECEIPT_KEY })).toBe(PUBLIC_KEY);
  await expect(keyWith({ COUNTERSIGN_RECEIPT_KEY: "short" })).rejects.toThrow(
    /^COUNTERSIGN_RECEIPT_KEY is malformed: expected 32 bytes in base64/,
  );
});
