/** Configuration that cannot work; the message is one line naming the variable and the expected form. */
export class ConfigError extends Error {}
