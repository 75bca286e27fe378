/** When a page could not be read. */
export const FAILED = {
  failedTitle: "This page could not be read",
  failedText: "Nothing was changed. Try again; if it keeps failing, give your administrator this number:",
  retry: "Try again",
};
