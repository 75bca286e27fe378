/** A personal token as its owner sees it; never the token itself. */
export type TokenInfo = {
  id: string;
  /** Empty for tokens from before names existed. */
  name: string;
  prefix: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};
