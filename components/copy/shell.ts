/** The frame of every page. */
export const SHELL = {
  skip: "Skip to the page",
  sidebar: "Sidebar",
};
