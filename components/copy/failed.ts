/** What a page says that could not be shown, or that does not exist. */
export const FAILED = {
  title: "This page could not be shown",
  nothingChanged:
    "Something failed on the server while it read this page. Reading changes nothing: nothing was decided, sent or saved.",
  errorId: "If it happens again, give your administrator this error id:",
  retry: "Try again",
};

export const NOT_FOUND = {
  title: "There is nothing at this address",
  note: "It may have been mistyped or deleted, or it is about something you may not see. If somebody sent you the link, ask them which tenant it belongs to and an administrator whether you may see that tenant.",
  away: "Go to approvals",
};
