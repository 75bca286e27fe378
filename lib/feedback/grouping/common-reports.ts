/**
 * Typical reports of any tool. Their common part says nothing about likeness: it is subtracted from
 * vectors, and its words get low weights, even if a tool has few reports.
 */
export const USUAL_REPORTS: readonly string[] = [
  "The call should succeed and return the new record. It failed with an error message.",
  "I expected the list of matching items. The result was empty although there are some.",
  "Expected the change to be saved. The call returned success but nothing changed.",
  "The request should be accepted. It was rejected because a required field was missing.",
  "A valid response was expected. The server answered with an internal error.",
  "Should return results within a few seconds. The call ran into a timeout every time.",
  "The parameter should be optional. The tool refuses the call without it.",
  "I expected access to the file. Permission was denied for this account.",
  "The tool should accept the date. It says that the format is not valid.",
  "All entries should come back. Only the first page came back and there was no way to get more.",
  "The message should be delivered. It was sent to the wrong recipient.",
  "The documented option should work. The tool does not know this option.",
  "It should find the object by its name. It only works with an internal id that I do not have.",
  "Expected one item to be created. The same item was created twice.",
  "The value should be taken as given. It was changed or cut off without a warning.",
  "The tool should explain what is wrong. The error message is empty and does not help.",
  "The token should be valid. The service says that the session has expired.",
  "I expected the current data. The answer was out of date.",
  "The call should only affect one thing. It changed others as well.",
  "The limit should allow this many calls. I was told that there were too many requests.",
  "A number was expected in the answer. A text came back that cannot be used.",
  "The description says that this is supported. In practice it is not available.",
  "The update should be visible at once. It was overwritten by another change.",
  "The schema should list the allowed values. They are not listed, so the call had to be guessed.",
];
