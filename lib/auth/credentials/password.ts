import { hash, verify } from "@node-rs/argon2";

// Argon2id with the parameters of the OWASP password storage cheat sheet: 19 MiB, two passes, one
// lane. It is the library's default algorithm.
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let dummy: Promise<string> | undefined;

/** The encoded Argon2id hash of a password, with its own salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), ARGON2);
}

/** Whether the password matches. Without a hash it takes as long and returns false. */
export async function isPassword(password: string, encoded: string | null): Promise<boolean> {
  dummy ??= hashPassword("no account has this password");
  const matches = await verify(encoded ?? (await dummy), password.normalize("NFKC"));
  return matches && encoded !== null;
}
