export const AXIS_MAX = 60;
