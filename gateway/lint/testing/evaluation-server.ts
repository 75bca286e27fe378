// A server for evaluating agents with typical descriptions, generated from a database model.

const nullable = (type: string) => ({ anyOf: [{ type }, { type: "null" }], default: null });

const text = { type: "string" };

const uuid = { type: "string", format: "uuid" };

const testOf = {
  type: "object",
  properties: {
    prompt: {
      anyOf: [
        {
          type: "object",
          properties: {
            content: text,
            language_code: { type: "string", default: "en" },
            expected_response: nullable("string"),
          },
          required: ["content"],
        },
        { type: "null" },
      ],
    },
    behavior: { type: "string", description: "Name of the behavior, not its id" },
    category: { type: "string", description: "Name of the category, not its id" },
    topic: { type: "string", description: "Name of the topic, not its id" },
    priority: nullable("integer"),
    assignee_id: nullable("string"),
    owner_id: nullable("string"),
  },
  required: ["behavior", "category", "topic"],
};

/** The original tools: agents omitted `tests` and guessed "High" for `priority`. */
export const EVALUATION_TOOLS = [
  { name: "list_endpoints", description: "List endpoints", inputSchema: { type: "object", properties: {} } },
  {
    name: "create_test_set_bulk",
    description: "Create a test set with tests in one call, always include tests.",
    inputSchema: {
      type: "object",
      properties: {
        name: { type: "string", description: "Test set name" },
        tests: { type: "array", items: { $ref: "#/$defs/TestData" }, description: "The tests to create" },
        priority: nullable("integer"),
        metadata: nullable("object"),
        owner_id: nullable("string"),
        assignee_id: nullable("string"),
      },
      required: ["name", "tests"],
      $defs: { TestData: testOf },
    },
  },
  {
    name: "create_metric",
    description: "Create a new evaluation metric.\nServer-managed (omit): id, nano_id, metric_type_id",
    inputSchema: {
      type: "object",
      properties: {
        name: { type: "string", description: "Unique within the organization" },
        score_type: { type: "string", description: 'Must be "numeric" or "categorical"' },
        threshold_operator: {
          type: "string",
          enum: ["=", "<", ">", "<=", ">=", "!="],
          description: "Compares the score",
        },
        categories: {
          anyOf: [{ type: "array", items: text }, { type: "null" }],
          description: "The labels of a categorical metric",
        },
        metric_type_id: { ...uuid, description: "Its type" },
        created_at: { type: "string", description: "When it was made" },
      },
      required: ["name", "score_type"],
    },
  },
  {
    name: "create_test_configuration",
    description: "Create a test configuration.",
    inputSchema: {
      type: "object",
      properties: {
        endpoint_id: { ...uuid, description: "The endpoint" },
        test_set_id: nullable("string"),
      },
      required: ["endpoint_id"],
    },
  },
  {
    name: "execute_test_configuration",
    description: "Run a test configuration against its endpoint and return the run.",
    inputSchema: {
      type: "object",
      properties: { test_configuration_id: { ...uuid, description: "From create_test_configuration" } },
      required: ["test_configuration_id"],
    },
  },
];
