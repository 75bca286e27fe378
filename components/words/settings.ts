/** The parts of the settings. */
export const SETTINGS = {
  title: "Settings",
  signIn: "Sign-in",
};
