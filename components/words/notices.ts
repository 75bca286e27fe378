/** What stands in the place of a page. */
export const LOADING_PAGE = "Loading the page";
