import type { Tx } from "@/lib/core/db";
import type { UserActor } from "@/lib/core/scope";

/** What a person goes by: their address, their name, and what a linked sign-on provider calls them. */
export async function listOwnNames(tx: Tx, actor: UserActor): Promise<string[]> {
  const accounts = await tx.account.findMany({
    where: { userId: actor.id },
    select: { providerAccountId: true },
  });
  return namesWith(
    actor,
    accounts.map((account) => account.providerAccountId),
  );
}

/** What a person goes by, with the names of their linked accounts. */
export function namesWith({ email, name }: UserActor, accounts: readonly string[]): string[] {
  return [email, name, ...accounts];
}

/** Whether a text that a gateway sent names the person: whole, in front of an address, or by the address in it. */
export function isNamed(names: readonly string[], text: string): boolean {
  const own = new Set(names.map(comparable).filter((name) => name !== ""));
  const said = comparable(text);
  const ahead = said.split(/[<(]/, 1)[0] ?? "";
  return [said, ahead.trim(), ...said.split(/[\s<>()[\],;:"']+/)].some((part) => own.has(part));
}

/** The same for what reads the same: compatibility forms, case and white space aside. */
function comparable(text: string): string {
  return text.normalize("NFKC").toLowerCase().normalize("NFKC").replace(/\s+/g, " ").trim();
}
