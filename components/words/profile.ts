/** One's own profile. */
export const PROFILE = {
  partNames: {
    you: "You",
    look: "Look and time",
    keys: "Keys",
    notifications: "Notifications",
    sessions: "Sessions",
    tokens: "Tokens",
  },

  themes: { light: "Light", dark: "Dark", system: "System" },

  densities: { comfortable: "Comfortable", compact: "Compact" },

  notifySteps: {
    unknown: "Looking at what this browser allows…",
    unsupported:
      "This browser shows no notifications, or this address is not a secure one (HTTPS). Your choice holds for your other browsers.",
    default: "This browser has not been asked yet. Switch it on and the browser asks you once.",
    denied:
      "This browser blocks notifications for this site. Allow them in its site settings, next to the address, then come back.",
    granted: "This browser allows notifications.",
  },
};

/** The editor of single keys. */
export const KEY_EDITOR = {
  change: (label: string) => `Change the key of: ${label}`,
};
