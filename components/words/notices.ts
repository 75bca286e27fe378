/** What stands in the place of a page. */
export const LOADING_PAGE = "Loading the page";

export const PAGE_FAILED = {
  title: "This page could not be shown",
  again: "Try again",
  why: "Something failed on the server while it read this page. Reading changes nothing: no decision was recorded.",
  digest: "If it happens again, give your administrator this error id:",
};

export const NOT_FOUND = {
  page: "Nothing here",
  title: "There is nothing at this address",
  go: "Go to approvals",
  why: "The address may be mistyped, or what it shows was deleted or belongs to a tenant you may not see. If a colleague sent you the link, ask them for the tenant, and an administrator for access to it.",
};
