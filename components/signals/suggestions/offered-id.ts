/** The id of the text that says what rating as a suggestion says will mean. */
export const offeredId = (suggestion: string) => `offer-${suggestion}`;
