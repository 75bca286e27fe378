/** People, invitations and what one person may do. */
export const PEOPLE = {
  forbidden: "People are looked after by administrators of all tenants",
};

export const ROLES_SAID = {
  admin: { name: "Admin", may: "Sets up gateways, tenants and people, and does all that approvers do" },
  approver: { name: "Approver", may: "Decides held calls; reads everything else" },
  triager: { name: "Triager", may: "Works on feedback, rationales and tools; decides no calls" },
  viewer: { name: "Viewer", may: "Reads; changes nothing but the own profile" },
} as const;

export const PERSON_STATES = {
  active: "Active",
  off: "Switched off",
  new: "New",
} as const;

/** Invitations by a link. */

/** Which tenants somebody may see. */

/** One person. */

/** Open sessions, one's own or somebody else's. */

/** Personal tokens. */

/** What the holder of a one-time link sees. */
export const LINK_PAGE = {
  closed: {
    used: {
      title: "This link was already used",
      text: "It works once. If it was you, sign in. If it was not, tell an administrator now.",
    },
    expired: {
      title: "This link has expired",
      text: "Nothing was changed. Ask an administrator for a new one.",
    },
    withdrawn: {
      title: "This link was withdrawn",
      text: "An administrator took it back or replaced it. Nothing was changed; ask for a new one.",
    },
    unknown: {
      title: "This link is not valid",
      text: "It may have been cut off or replaced by a newer one. Nothing was changed; open it again from where you got it, or ask for a new one.",
    },
  },
};

export const passwordRule = (characters: number) =>
  `At least ${characters} characters; a few words in a row do well. Not the e-mail address.`;
