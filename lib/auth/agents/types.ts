/** An agent of a tenant by its name, and the address of who owns it; null: nobody. */
export type NameOwner = {
  tenant: string;
  agent: string;
  owner: string | null;
  /** The owner that was seen: with another one by now, nothing is changed. Left out: whoever it is. */
  seen?: string | null | undefined;
};

/** Who owns an agent now, and who did before. */
export type OwnerNamed = { owner: string | null; before: string | null };
