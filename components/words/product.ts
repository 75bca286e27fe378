/** The product's name, and what it is in one sentence. */
export const PRODUCT = "Countersign";

export const PRODUCT_SENTENCE = "Where risky calls of AI agents wait for a person.";
