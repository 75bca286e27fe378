/** The boxes of the list. */
export const SELECT = {
  select: (what: string) => `Select: ${what}`,
};

/** A row that stands for several calls. */
export const FOLD = {
  said: (n: number, more: boolean) => `${more ? "more than " : ""}${n.toLocaleString("en")} identical calls`,
};
