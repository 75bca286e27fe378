/**
 * Digest of an error while the database is unavailable. In production a page's browser sees only
 * the digest of a server error.
 */
export const DATABASE_AWAY = "DATABASE_AWAY";
