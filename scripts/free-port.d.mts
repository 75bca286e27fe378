/** A loopback port that nothing listens on, for a program that is started with it. Two that ask at once rarely get the same. */
export function freePort(): Promise<number>;
