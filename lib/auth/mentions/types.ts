/** A person who can see the subject, and the text after the @ that mentions them. */
export type Mentionable = { id: string; name: string; handle: string };

export const MENTIONED_MAX = 20;
