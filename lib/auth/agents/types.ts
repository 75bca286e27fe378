/** An agent by tenant and name, and its owner's address; null removes the owner. */
export type NameOwner = {
  tenant: string;
  agent: string;
  owner: string | null;
  /** The owner that the caller saw; if another is set now, nothing changes. Absent: no check. */
  seen?: string | null | undefined;
};

export type OwnerNamed = { owner: string | null; before: string | null };
