// Options of forms, in a separate file so that a browser loads no schemas for them.

/** In order of strength. */
export const ROLES = ["admin", "approver", "triager", "viewer"] as const;

export const LINK_DAYS = [1, 3, 7, 30] as const;

export const TOKEN_DAYS = [7, 30, 90, 366] as const;

export const PASSWORD_CHARACTERS_MIN = 12;

// Argon2 takes any length; the limit prevents hashing of megabytes at sign-in.
export const PASSWORD_CHARACTERS_MAX = 200;
