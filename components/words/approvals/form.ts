/** The typed form of Edit and approve. */
export const FORM = {
  wrong: {
    string: "Type a text.",
    integer: "Type a whole number, digits only.",
    number: "Type a number, for example 12 or 0.5.",
    boolean: "Choose true or false.",
    enum: "Choose one of the values.",
    list: "One of the items is not valid.",
    object: "One of its fields is not valid.",
    json: "This is not valid JSON.",
  },
};
