/** Before a word that looks like another. */
export const SUSPICIOUS = "Look twice";
