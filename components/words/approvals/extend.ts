/** More time. */
export const EXTEND = {
  extendChoices: [
    { seconds: 15 * 60, label: "15 minutes" },
    { seconds: 60 * 60, label: "1 hour" },
    { seconds: 4 * 60 * 60, label: "4 hours" },
    { seconds: 24 * 60 * 60, label: "1 day" },
    { seconds: 3 * 24 * 60 * 60, label: "3 days" },
  ],
};
