/** People, invitations and what one person may do. */
export const PEOPLE = {
  title: "People",
  description: "Who can sign in, as what, and for which tenants.",
  filter: "Filter people",
  search: "Name or e-mail address",
  role: "Role",
  anyRole: "Any role",
  state: "State",
  anyState: "Any state",
  method: "Signs in with",
  anyMethod: "Any sign-in",
  tenant: "Tenant",
  anyTenant: "Any tenant",
  table: "People who can sign in",
  columns: {
    name: "Person",
    role: "Role",
    tenants: "Tenants",
    methods: "Signs in with",
    lastSignIn: "Last sign-in",
    state: "State",
  },
  you: "you",
  never: "Never",
  allTenants: "All tenants",
  noMatch: "Nobody matches",
  noMatchText: "No person fits all of these filters.",
  empty: "Nobody yet",
  emptyText: "Invite the first person by a link that works once.",
  older: "More people",
  first: "Back to the first",
  paging: "Pages of people",
  forbidden: "People are looked after by administrators of all tenants",
  forbiddenText: "Your account cannot see or change other people. Your own profile is yours to change.",
  toProfile: "Your profile",
  loading: "Loading the people",
  failed: "The people could not be read",
  failedText: "Nothing was changed. Try again; if it stays, tell an operator this id:",
  retry: "Try again",
};

export const moreTenants = (count: number) => `and ${count} more`;

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

export const METHODS = { password: "Password", sso: "Single sign-on", none: "No way yet" } as const;

/** Invitations by a link. */
export const INVITE = {
  open: "Invite somebody…",
  title: "Invite somebody",
  note: "You get a link to hand over yourself. It works once; who opens it chooses name and password.",
  email: "E-mail address",
  emailHint: "It becomes their sign-in name. Nothing is sent to it.",
  role: "Role",
  days: "The link works for",
  make: "Make the link",
  making: "Making the link…",
  made: "The link is made",
  link: "The link",
  linkNote:
    "Shown only now: we keep a hash of it. Give it to this person over a channel you trust; mail scanners that open it do no harm.",
  hereOnly:
    "It opens on this machine only. For other machines and phones, start Countersign with PUBLIC_URL set to the address that they reach.",
  done: "Done",
  section: "Open invitations",
  sectionNote: "Links that nobody has used yet.",
  until: "until",
  expired: "Expired",
  by: "by",
  renew: "New link…",
  renewTitle: "Make a new link?",
  renewNote: "The link from before stops working, and this one is shown once.",
  renewDo: "Make a new link",
  withdraw: "Withdraw…",
  withdrawTitle: "Withdraw the invitation?",
  withdrawNote: "Its link stops working at once. You can invite the person again later.",
  withdrawDo: "Withdraw it",
  withdrawing: "Withdrawing…",
};

export const dayCount = (days: number) => (days === 1 ? "1 day" : days === 366 ? "a year" : `${days} days`);

export const linkUntil = (email: string) => `For ${email}. It works until`;

/** Which tenants somebody may see. */
export const LIMITS = {
  legend: "Tenants",
  all: "All tenants, those to come included",
  some: "Only these",
  choose: "Tenants they may see",
  placeholder: "Type a tenant's name",
  error: "Choose at least one tenant, or all of them.",
};

/** One person. */
export const PERSON = {
  access: "What they may do",
  accessNote: "It holds from their next request, in every browser and for every token.",
  roleSave: "Change the role",
  limitsSave: "Change the tenants",
  saving: "Saving…",
  saved: "Saved",
  self: "This is you. Another administrator can change your role and your tenants or switch you off.",
  last: "The last administrator of all tenants stays one and stays on. Make somebody else an administrator of all tenants first.",
  account: "Account",
  email: "E-mail address",
  since: "Since",
  lastSignIn: "Last sign-in",
  methods: "Signs in with",
  activity: "What they did",
  changes: "What was changed about them",
  activityLink: "Show in the activity log",
  passwordTitle: "Password",
  passwordNote:
    "You never learn anybody's password. Make a link by which they set a new one; until they do, the old one works. Setting it ends all their sessions and personal tokens.",
  passwordLink: "Make a password link…",
  passwordLinkTitle: "Make a link to a new password",
  passwordLinkNote: "It works once. A link you made before stops working.",
  passwordOpen: "A password link is open until",
  passwordWithdraw: "Withdraw it…",
  passwordWithdrawTitle: "Withdraw the password link?",
  passwordWithdrawNote: "It stops working at once. The password stays as it is.",
  passwordOff: "Signing in with a password is switched off for this installation.",
  offTitle: "Access",
  off: "Switch off…",
  offDialog: "Switch this person off?",
  offNote:
    "They are signed out everywhere, open pages end, and their tokens are refused, all from the next request. Tokens and open links they made end for good. What they decided stays. You can switch them on again.",
  offDo: "Switch off",
  offPending: "Switching off…",
  on: "Switch on again…",
  onDialog: "Switch this person on again?",
  onNote: "They can sign in again with the same role. Their tokens stay ended; they make new ones.",
  onDo: "Switch on",
  onPending: "Switching on…",
  isOff: "Switched off. They cannot sign in and their tokens are refused.",
  loading: "Loading the person",
};

/** Open sessions, one's own or somebody else's. */
export const SESSIONS = {
  title: "Sessions",
  note: "A session ends by itself after 12 hours.",
  none: "Not signed in anywhere",
  current: "This browser",
  since: "signed in",
  seen: "last seen",
  end: "Sign out…",
  endTitle: "Sign this browser out?",
  endNote: "It is signed out with its next request, and its open pages end now.",
  endDo: "Sign it out",
  ending: "Signing out…",
  endOthers: "Sign out all other browsers…",
  endOthersTitle: "Sign out all other browsers?",
  endOthersNote: "Only this one stays signed in.",
  endAll: "Sign out everywhere…",
  endAllTitle: "Sign this person out everywhere?",
  endAllNote: "They can sign in again. Switch them off to keep them out.",
  endAllDo: "Sign out everywhere",
};

/** Personal tokens. */
export const TOKENS = {
  title: "Personal tokens",
  note: "For scripts that act as you, with your role and your tenants. Send one as a bearer credential to the API.",
  noteOther: "For scripts that act as this person. Only they can make one.",
  none: "No tokens",
  noneText: "Make one for a script that reads or decides in your name.",
  noneOther: "They have made none.",
  make: "Make a token…",
  makeTitle: "Make a personal token",
  makeNote: "Whoever holds it can do what you can do.",
  name: "What is it for?",
  nameHint: "For example: nightly export",
  days: "It works for",
  makeDo: "Make the token",
  making: "Making it…",
  made: "The token is made",
  secret: "The token",
  done: "Done",
  unnamed: "Without a name",
  expires: "expires",
  never: "never expires",
  expired: "Expired",
  revokedAt: "revoked",
  used: "last used",
  unused: "never used",
  revoke: "Revoke…",
  revokeTitle: "Revoke this token?",
  revokeNote: "Scripts that use it are refused from their next request. It cannot be brought back.",
  revokeDo: "Revoke it",
  revoking: "Revoking…",
};

/** What the holder of a one-time link sees. */
export const LINK_PAGE = {
  title: "Welcome to Countersign",
  lead: "You were invited as",
  passwordTitle: "Choose a new password",
  passwordLead: "For",
  name: "Your name",
  nameHint: "Shown beside every decision you make.",
  email: "E-mail address",
  password: "Password",
  accept: "Create the account",
  accepting: "Creating the account…",
  reset: "Set the password",
  resetting: "Setting the password…",
  signingIn: "Signing in…",
  sso: "Sign in with single sign-on",
  ssoGoing: "Going to your provider…",
  ssoNote: "Use the account with this address:",
  or: "or with a password",
  resetNote: "All browsers in which you are signed in are signed out, and your personal tokens end.",
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
  signIn: "Go to the sign-in page",
};

export const passwordRule = (characters: number) =>
  `At least ${characters} characters; a few words in a row do well. Not the e-mail address.`;
