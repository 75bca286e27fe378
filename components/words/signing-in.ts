/** The pages before somebody is signed in. */
export const SIGN_IN = {
  title: "Sign in",
  lead: "Risky calls of AI agents wait here for a person.",
  email: "E-mail address",
  password: "Password",
  submit: "Sign in",
  pending: "Signing in…",
  provider: "Sign in with single sign-on",
  providerPending: "Going to your provider…",
  or: "or with a password",
  unreachable:
    "No answer came from the server. You are not signed in; check that it runs and try again in a moment.",
};

export const PASSWORD_FIELD = {
  hide: "Hide",
  show: "Show",
  showThe: (label: string) => `Show the ${label.toLowerCase()}`,
};

export const SETUP = {
  title: "Set up",
  heading: "Set up Countersign",
  lead: "You become the first administrator.",
  name: "Your name",
  nameHint: "Shown beside every decision you make.",
  passwordRule: (characters: number) =>
    `At least ${characters} characters; a few words in a row do well. Not your e-mail address.`,
  submit: "Create the account",
  pending: "Creating the account…",
  done: "Countersign is already set up",
  doneLead: "Setup links work only until the first account exists. An administrator can add you.",
};

export const SETUP_HINT = {
  invalid: "This setup link does not work",
  invalidWhy: "It was used, has expired, or was replaced by a newer one. Nobody was added.",
  nobody: "Nobody has an account yet",
  nobodyWhy: "The first account is made with a one-time link, which stands in the output of the start.",
  how: "On the server, make a new link and open it within a day:",
  command: "Command",
  copy: "Copy the command",
};
