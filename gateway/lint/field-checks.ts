import { about, type Check, finding } from "./checks";
import { isObject, type Json, type JsonObject, member, objectAt, pointerOf, textsAt } from "./definition";
import { literalsOf, type Place, says } from "./places";
import { explainsNumber, isReadable, listedValues, saysNotation } from "./prose";
import { requiredInProse, saysRequired } from "./requirements";
import type { Finding } from "./types";
import { familyOf, isAlwaysManaged, isServerManagedName, listedAsManaged, wordsOf } from "./words";

const SHAPES = [
  "properties",
  "items",
  "enum",
  "const",
  "$ref",
  "additionalProperties",
  "not",
  "pattern",
  "format",
];

export const types: Check = ({ places }) =>
  places
    .filter(({ shape, schema, description }) => {
      if (shape.types.size > 0 || shape.nullable || says(shape, ...SHAPES) || schema.$ref !== undefined)
        return false;
      return !/\bany (?:json |valid )*(?:value|type)\b/i.test(description);
    })
    .map((place) =>
      about("missing_type", place, "has no type: agents guess one.", {
        severity: namesType(place.description) ? "info" : "warning",
      }),
    );

const namesType = (text: string): boolean =>
  /\b(?:object|array|list|string|text|number|integer|boolean|json)\b/i.test(text);

// Names of fields with a few possible values.
const CHOICES = new Set(["status", "state", "mode", "direction", "operator", "visibility", "severity"]);

export const vocabularies: Check = ({ places }) =>
  places.flatMap((place) => {
    const { shape, description } = place;
    if (!shape.types.has("string") || shape.types.size > 1) return [];
    if (literalsOf(shape) || says(shape, "pattern", "format")) return [];
    const values = listedValues(description);
    if (values && !values.includes(place.name)) return [listedInWords(place, values)];
    if (!CHOICES.has(wordsOf(place.name).at(-1) ?? "") || !repeats(place)) return [];
    return [about("missing_enum", place, "sounds like one of a few values, and nothing says which.")];
  });

function listedInWords(place: Place, values: readonly string[]): Finding {
  const shown = values.map((value) => JSON.stringify(value)).join(", ");
  return about("missing_enum", place, `takes ${shown}, as its description says; the schema takes any text.`, {
    severity: "warning",
    proposal: `enum: [${shown}]`,
    patch: enumPatch(place, values),
  });
}

/** Adds the values to the schema with the type; null if that is not the parameter's own. */
function enumPatch({ schema, pointer, shape }: Place, values: readonly string[]): Finding["patch"] {
  const all: Json[] = shape.nullable ? [...values, null] : [...values];
  return schema.type === undefined ? null : [{ op: "add", path: `${pointer}/enum`, value: all }];
}

const ORDINALS = new Set(["priority", "severity", "urgency", "importance", "rank", "tier", "grade"]);

export const ordinals: Check = ({ places }) =>
  places.flatMap((place) => {
    const { shape, name, description } = place;
    const isNumber = shape.types.has("integer") || shape.types.has("number");
    const isOrdinal = ORDINALS.has(wordsOf(name).at(-1) ?? "");
    if (!isNumber || !isOrdinal || literalsOf(shape)) return [];
    if (explainsNumber(description) || !isReadable(description)) return [];
    const bounded = says(shape, "minimum", "exclusiveMinimum") && says(shape, "maximum", "exclusiveMaximum");
    return [
      about(
        "ordinal_unexplained",
        place,
        bounded
          ? "is a number, and nothing says which end is the strongest."
          : "is a number, and nothing says which numbers are valid or what they mean.",
        {
          severity: "warning",
          proposal: `A whole number from 1 (…) to 5 (…), not a word such as "High".${place.required ? "" : " Leave it out when it does not matter."}`,
        },
      ),
    ];
  });

const DATE_ENDS = new Set(["date", "datetime", "timestamp", "at", "since", "until", "deadline"]);
const TIME_STARTS = new Set(["start", "end", "due", "expiry", "expiration", "scheduled", "begin"]);

export const dates: Check = ({ definition, places }) =>
  places.flatMap((place) => {
    const { shape, name, description } = place;
    const words = wordsOf(name);
    const last = words.at(-1) ?? "";
    const isDate =
      (words.length > 1 || last !== "at") &&
      (DATE_ENDS.has(last) || (last === "time" && words.length > 1 && TIME_STARTS.has(words.at(-2) ?? "")));
    const isText = shape.types.has("string");
    if (!isDate || !(isText || shape.types.has("integer") || shape.types.has("number"))) return [];
    if (says(shape, "format", "pattern", "enum", "const")) return [];
    if (saysNotation(description) || !isReadable(description)) return [];
    // Some servers use the creation time as an id, and some sort by a field of that name.
    if (/\b(?:name of|sort)\b/i.test(description)) return [];
    const fix = last === "date" ? "date" : "date-time";
    return [
      about("date_format_unsaid", place, "is a date, and nothing says how to write it.", {
        severity: "warning",
        proposal: isText
          ? last === "timestamp"
            ? null
            : `format: "${fix}"`
          : "Seconds since 1970-01-01 (Unix time).",
        patch:
          // Filters often accept words such as "overdue" as well.
          isText &&
          last !== "timestamp" &&
          place.schema.type === "string" &&
          familyOf(definition.name) !== "read"
            ? [{ op: "add", path: `${place.pointer}/format`, value: fix }]
            : null,
      }),
    ];
  });

export const requiredNames: Check = ({ definition, places }) => {
  const own = places.filter(({ depth }) => depth === 0);
  const known = new Set(own.map(({ name }) => name));
  const list = definition.inputSchema.required;
  const required = Array.isArray(list) ? list : [];
  const unknown = required.flatMap((name, index) =>
    typeof name !== "string" || known.has(name)
      ? []
      : [
          finding(
            "required_unknown",
            `/inputSchema${pointerOf("required", index)}`,
            definition.inputSchema.additionalProperties === false
              ? `"${name}" is required but not among the properties, so no call can be valid.`
              : `"${name}" is required but not among the properties, so agents cannot know what to send.`,
            { severity: "warning", fields: [name] },
          ),
        ],
  );
  const inProse = new Set(
    requiredInProse(
      definition.description,
      own.map(({ name }) => name),
    ),
  );
  const conditional = requiredByChoice(definition.inputSchema);
  const optional = places.filter(
    (place) =>
      !place.required &&
      !says(place.shape, "default") &&
      !conditional.has(place.name) &&
      (saysRequired(place.name, place.description) || (place.depth === 0 && inProse.has(place.name))),
  );
  return [...unknown, ...optional.map((place) => requiredFinding(place, Array.isArray(list)))];
};

function requiredFinding(place: Place, listed: boolean): Finding {
  const add = { op: "add", path: "/inputSchema/required/-", value: place.name } as const;
  const create = { op: "add", path: "/inputSchema/required", value: [place.name] } as const;
  return about(
    "required_in_prose",
    place,
    "is required, as the words say; the schema lets calls leave it out.",
    {
      severity: "warning",
      proposal: `required: [… "${place.name}"]`,
      patch: isOwn(place) ? [listed ? add : create] : null,
    },
  );
}

/** Whether a parameter is in the tool's own schema, not in one of several variants. */
const isOwn = ({ depth, owner }: Place): boolean => depth === 0 && owner === "/inputSchema";

const CHOOSING = ["anyOf", "oneOf", "allOf", "if", "then", "else", "not"];

/** The names that the schema requires under some condition. */
function requiredByChoice(schema: JsonObject): Set<string> {
  const choices = CHOOSING.flatMap((key) => [member(schema, key) ?? []].flat()).filter(isObject);
  const dependent = ["dependentRequired", "dependencies", "dependentSchemas"].flatMap((key) =>
    Object.entries(objectAt(schema, key)).flatMap(([name, value]) => [
      name,
      ...(Array.isArray(value) ? value.filter((one) => typeof one === "string") : []),
      ...(isObject(value) ? textsAt(value, "required") : []),
    ]),
  );
  return new Set([...choices.flatMap((choice) => textsAt(choice, "required")), ...dependent]);
}

export const serverManaged: Check = ({ definition, places, around }) => {
  const listed = new Set([...around.serverManaged, ...listedAsManaged(definition.description)]);
  const creates = familyOf(definition.name) === "create";
  const writes = creates || familyOf(definition.name) === "update";
  return places
    .filter((place) => {
      const readOnly = place.shape.variants.some((schema) => schema.readOnly === true);
      if (readOnly || listed.has(place.name)) return true;
      if (place.required) return false;
      // Instructions on the format are for callers.
      if (writes && isAlwaysManaged(place.name))
        return !/\bset|override|backdat/i.test(place.description) && !saysNotation(place.description);
      return creates && isServerManagedName(place.name) && repeats(place);
    })
    .map((place) =>
      about("server_managed", place, "is filled in by the server.", {
        severity: "warning",
        proposal: `Remove ${place.name} from the input schema.`,
        patch: place.required ? null : [{ op: "remove", path: place.pointer }],
      }),
    );
};

/** Whether a field's description is missing or repeats its name. */
const repeats = ({ name, description }: Place): boolean => {
  if (!isReadable(description)) return false;
  const said = wordsOf(description).filter((word) => !["the", "of", "a", "an", "for"].includes(word));
  return said.every((word) => wordsOf(name).includes(word));
};
