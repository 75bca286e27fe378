/** Characters of an axis. */
export const AXIS_MAX = 60;
