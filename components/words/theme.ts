/** Choices of the theme switch. */
export const THEME = { legend: "Theme", light: "Light", dark: "Dark", system: "System" };
