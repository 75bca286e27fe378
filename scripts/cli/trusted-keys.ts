import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import { keyIdOf, publicKeyWire } from "@/lib/activity/signature";
import { listOf, UsageError } from "./input";

export const KEY_FLAGS = { key: "text", "key-id": "text" } as const;

export const KEYS_USAGE = "[--key FILE | --key-id ID,…]";

const jwk = z.looseObject({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: publicKeyWire,
  kid: z.string().optional(),
});
const keyFile = z.union([
  z.looseObject({ keys: z.array(jwk).min(1) }).transform(({ keys }) => keys),
  jwk.transform((key) => [key]),
]);

/**
 * The ids of the keys that a person trusts, from `--key` and `--key-id`; null without either.
 * @throws UsageError if what they name is no key
 */
export function trustedKeys(values: { key?: string; "key-id"?: string }): ReadonlySet<string> | null {
  const { key: file, "key-id": ids } = values;
  if (file === undefined && ids === undefined) return null;
  const named = ids === undefined ? [] : listOf(ids);
  const wrong = named.find((id) => !/^[\w-]{43}$/.test(id));
  if (wrong !== undefined || (ids !== undefined && named.length === 0))
    throw new UsageError(`--key-id is "${wrong ?? ids}": expected the 43 characters of a key's id.`);
  return new Set([...named, ...(file === undefined ? [] : keysIn(file))]);
}

function keysIn(file: string): string[] {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}. Nothing was checked.`);
  const keys = readKeys(readFileSync(file, "utf8"));
  if (!keys)
    throw new UsageError(
      `${file} holds no keys: expected what GET /api/v1/receipt-keys answers. Nothing was checked.`,
    );
  return keys.map(({ x, kid }) => {
    const id = keyIdOf(x);
    if (kid !== undefined && kid !== id)
      throw new UsageError(`${file} names a key ${kid}, and its id is ${id}. Nothing was checked.`);
    return id;
  });
}

function readKeys(text: string) {
  try {
    return keyFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
