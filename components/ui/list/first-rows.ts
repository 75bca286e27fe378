/** Rows of a list that are there before scripts run: more than most screens hold, and as many as most show beside what was opened. */
export const ROWS_IN_HTML = 20;
export const ROWS_BESIDE = 10;
