/** Mails to one recipient at a time, so that a thread arrives in its order. */
export const PER_MAILBOX = 1;

export const SUBJECT_CHARACTERS = 150;

/** Characters of a sentence, such as the headline. */
export const SENTENCE_CHARACTERS = 1_000;

export const FACT_CHARACTERS = 300;

export const FACTS_SHOWN = 16;

export const ITEMS_SHOWN = 50;
