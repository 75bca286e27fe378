/** Rows in the HTML before scripts run: more than most screens hold. */
export const ROWS_IN_HTML = 20;
export const ROWS_BESIDE = 10;
