/** The id of the text that describes the effect of rating as suggested. */
export const offeredId = (suggestion: string) => `offer-${suggestion}`;
