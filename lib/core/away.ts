/** The digest of an error that means the database is away: of a server's error, a page in the browser learns nothing else. */
export const DATABASE_AWAY = "DATABASE_AWAY";
