/** The parts of the settings. */
export const SETTINGS = {
  title: "Settings",
  tabs: "Parts of the settings",
  tenants: "Tenants",
  people: "People",
  signIn: "Sign-in",
  profile: "Your profile",
};
