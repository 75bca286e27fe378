// Choices that forms offer. On their own, so that a browser which lists them loads no schemas.

/** The roles in order of strength. */
export const ROLES = ["admin", "approver", "triager", "viewer"] as const;

/** How long a one-time link may work, in days. */
export const LINK_DAYS = [1, 3, 7, 30] as const;

/** How long a personal token may work, in days. */
export const TOKEN_DAYS = [7, 30, 90, 366] as const;

export const PASSWORD_CHARACTERS_MIN = 12;

// Argon2 takes any length; the bound keeps a sign-in from being a way to make the server hash megabytes.
export const PASSWORD_CHARACTERS_MAX = 200;
