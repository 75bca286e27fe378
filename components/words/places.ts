/** The names of the pages, as the navigation, the palette and the keys say them. */
export const PLACES = {
  approvals: "Approvals",
  feedback: "Feedback",
  rationales: "Rationales",
  tools: "Tools",
  activity: "Activity",
  high: "High and up",
  attention: "Needs attention",
  decided: "Decided",
  snoozed: "Snoozed",
  gateways: "Gateways",
  undelivered: "Could not tell the gateway",
  settings: "Settings",
  tenants: "Tenants",
  people: "People",
  signIn: "Sign-in",
  profile: "Your profile",
  cheatsheets: "Cheatsheets",
  start: "Getting started",
  docs: "Documentation",
  api: "API reference",
};

export const NAVIGATION = {
  label: "Main",
  views: "Views",
  savedViews: "Saved views",
  connect: "Connect",
  waiting: " waiting for you",
};
