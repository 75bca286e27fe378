/** The frame of every page. */
export const SHELL = {
  skip: "Skip to the page",
  sidebar: "Sidebar",
  menu: "Menu",
  fold: "Fold or unfold the sidebar (⌘B)",
  account: "Your account",
  signOut: "Sign out",
};
