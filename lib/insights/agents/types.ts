export const OWNED_VIEWS = ["all", "unowned"] as const;

export type OwnedView = (typeof OWNED_VIEWS)[number];

/** An agent of a tenant, as its calls name it. */
export type SeenAgent = {
  agent: string;
  tenant: { key: string; name: string };
  /** When it last requested approval or reported a call; null: no such call is stored. */
  lastSeenAt: Date | null;
  /** `isOff`: the person can no longer sign in. */
  owner: { name: string; email: string; isOff: boolean } | null;
};
