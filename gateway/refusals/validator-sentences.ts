import type { Keyword } from "./types";

// Sentences of JSON Schema validators, without the path.

/** A sentence's keyword; named groups hold the members, the value or the allowed values. */
type Sentence = readonly [shape: RegExp, keyword: Keyword];

const NAMES = String.raw`(?<names>["'\x60[].+|\w[\w$.-]*)`;

/** Tried in this order. */
export const SENTENCES: readonly Sentence[] = [
  // Members
  [new RegExp(`^required (?:property|key) ${NAMES} (?:is )?not found$`), "required"],
  [new RegExp(`^missing (?:required )?propert(?:y|ies):? ${NAMES}$`), "required"],
  [new RegExp(`^must contain ${NAMES} properties$`), "required"],
  [/^is missing,? but it is required$/, "required"],
  [
    new RegExp(
      `^property ${NAMES} is not defined in the schema and the schema does not allow additional properties$`,
    ),
    "additionalProperties",
  ],
  [
    /^is not defined in the schema and the schema does not allow additional properties$/,
    "additionalProperties",
  ],
  [new RegExp(`^extraneous key ${NAMES} is not permitted$`), "additionalProperties"],
  [new RegExp(`^additional ?properties ${NAMES} not allowed$`, "i"), "additionalProperties"],
  [new RegExp(`^must not contain ${NAMES} properties$`), "additionalProperties"],
  [new RegExp(`^is missing required properties: ${NAMES}$`), "required"],
  [new RegExp(`^did not contain a required property of ${NAMES}$`), "required"],
  [new RegExp(`^Required properties ${NAMES} are not present$`), "required"],
  [/^The required properties \((?<names>[^)]+)\) are missing$/, "required"],
  [/^The property (?<names>[\w.-]+) is required$/, "required"],
  [/^.{1,200} was missing required properties,? including(?: the following)?: (?<names>.+)$/s, "required"],
  [/^keyNotFound\(CodingKeys\(stringValue: (?<names>"[^"]+").*$/s, "required"],
  [/^Expected required property$/, "required"],
  [/^is a disallowed additional property$|^Unexpected property$/, "additionalProperties"],
  [
    new RegExp(`^contains additional properties ${NAMES} outside of the schema when none are allowed$`),
    "additionalProperties",
  ],
  [/^Additional object properties are not allowed: (?<names>.+)$/, "additionalProperties"],
  [
    /^The property (?<names>[\w.-]+) is not defined and the definition does not allow additional properties$/,
    "additionalProperties",
  ],
  // Types
  [/^is not an? (?:integer|string|number|boolean|array|object|null)$/, "type"],
  [/^of type \w+ did not match (?:the following type|one or more of the following types): .+$/, "type"],
  [/^The data \(\w+\) must match the type: .+$/, "type"],
  [/^\w+ value found, but an? .+ is required$/, "type"],
  [/^java\.lang\.NumberFormatException: For input string: (?<value>"[^"]*").*$/s, "type"],
  [/^expected type: \w+, found: \w+$/, "type"],
  [/^\w+ found, \w+ expected$/, "type"],
  [/^(?:expected \w+(?: or \w+)*, but got|got) \w+(?:, want \w+(?: or \w+)*)?$/, "type"],
  // Values
  [/^does not have a value in the enumeration (?<allowed>\[.*\])$/, "enum"],
  [/^(?<value>.+) is not a valid enum value$/, "enum"],
  [/^value must be one of (?<allowed>.+)$/, "enum"],
  [/^(?<value>.+) is not one of (?<allowed>["'\d].* or .+)$/, "enum"],
  [/^(?:must be (?:the |a )?constant value|value must be) .+$/, "const"],
  [/^is not one of: (?<allowed>\[.*\])$/, "enum"],
  [/^value (?<value>.+) did not match one of the following values: .+$/, "enum"],
  [/^The data should match one item from enum$/, "enum"],
  // Bounds
  [
    /^Expected string length (?:to be )?greater or equal to \d+$|^was not of a minimum string length of \d+$/,
    "minLength",
  ],
  [
    /^Expected string length (?:to be )?less or equal to \d+$|^was not of a maximum string length of \d+$/,
    "maxLength",
  ],
  [/^Minimum string length is \d+, found \d+$|^length is lower than \d+$/, "minLength"],
  [/^Maximum string length is \d+, found \d+$|^length is greater than \d+$/, "maxLength"],
  [
    /^Expected array length (?:to be )?greater or equal to \d+$|^did not contain a minimum number of items \d+$/,
    "minItems",
  ],
  [
    /^Expected array length (?:to be )?less or equal to \d+$|^had more items than the allowed \d+$/,
    "maxItems",
  ],
  [
    /^Expected (?:integer|number) to be greater (?:or equal to|than) .+$|^did not have a minimum value of .+$/,
    "minimum",
  ],
  [
    /^Expected (?:integer|number) to be less (?:or equal to|than) .+$|^did not have a maximum value of .+$/,
    "maximum",
  ],
  [
    /^(?:must have a minimum value of|must be (?:greater|bigger|more) than) .+$|^minimum: got .+$|^exclusiveMinimum: got .+$/,
    "minimum",
  ],
  [
    /^(?:must have a maximum value of|must be (?:less|smaller) than) .+$|^maximum: got .+$|^exclusiveMaximum: got .+$/,
    "maximum",
  ],
  [
    /^(?<value>-?[\d.]+) is not (?:greater|higher)(?: than)?(?: or equal to)? .+$|^must be >=? \S+ but found .+$/,
    "minimum",
  ],
  [
    /^(?<value>-?[\d.]+) is not (?:less|lower)(?: than)?(?: or equal to)? .+$|^must be <=? \S+ but found .+$/,
    "maximum",
  ],
  [
    /^expected minLength: \d+, actual: \d+$|^minLength: got .+$|^length must be >= .+$|^must be at least \d+ characters long$/,
    "minLength",
  ],
  [
    /^expected maxLength: \d+, actual: \d+$|^maxLength: got .+$|^length must be <= .+$|^(?:may only be|must be at most) \d+ characters long$/,
    "maxLength",
  ],
  [
    /^expected minimum item count: \d+, found: \d+$|^minItems: got .+$|^minimum \d+ items .+$|^(?:there must be a minimum of|must have at least) \d+ items.*$/,
    "minItems",
  ],
  [
    /^expected maximum item count: \d+, found: \d+$|^maxItems: got .+$|^maximum \d+ items .+$|^(?:there must be a maximum of|must have at most|must have no more than) \d+ items.*$/,
    "maxItems",
  ],
  [
    /^items at (?:index )?\d+ and \d+ are equal$|^array items are not unique$|^the items in the array must be unique$|^must have only unique items.*$/,
    "uniqueItems",
  ],
  // Texts
  [
    /^string \[(?<bare>.*)\] does not match pattern .+$|^does not match (?:the )?(?:regex )?pattern .+$|^(?<value>'.*') does not match pattern .+$/,
    "pattern",
  ],
  [
    /^\[(?<bare>.*)\] is not a valid .+$|^(?<value>'.*') is not valid .+$|^must be a valid [\w -]+ (?:address|format|date|uri|time)\b.*$/,
    "format",
  ],
  [
    /^Cannot deserialize value of type .java\.(?:time|util\.Date)\S{0,60} from String (?<value>"[^"]*"): .+$/s,
    "format",
  ],
  [/^Validation error: (?:email|url|phone|credit_card) \[\{.*$/s, "format"],
  [/^Validation error: required \[\{.*$/s, "required"],
  [/^(?<value>.+) is not a multiple of .+$/, "other"],
];
