import { describe, expect, test } from "vitest";
import { maskText } from "@/lib/language/masking/text";
import { feedbackFingerprint, issueTitle } from "./rules";
import { TITLE_MAX } from "./types";

describe("masking", () => {
  const table: [what: string, a: string, b: string][] = [
    ["ids", "no deal 3f2b8a10-1c2d-4e5f-8a9b-0c1d2e3f4a5b", "no deal 00000000-0000-7000-8000-000000000000"],
    ["numbers", "line 12, took 3.5 s", "line 7, took 12,000 s"],
    ["quoted values", 'property "lead_score" does not exist', 'property "x" does not exist'],
    ["single quotes", "'High' is not valid", "'' is not valid"],
    ["curly quotes", "“a b” is unknown", "“c” is unknown"],
    ["addresses", "GET https://a.example/x?y=1 failed", "GET http://b.example/ failed"],
    ["mail addresses", "maya@acme.example bounced", "x.y+z@b.example bounced"],
    ["hex", "commit 9f86d081884c7d65 is gone", "commit 0xDEADBEEF is gone"],
    ["names after what they are", "property lead_score does not exist", "property X does not exist"],
    ["names with digits", "Unknown property Y9", "Unknown property q17"],
    ["fields and keys", "Field: dealstage is not valid", "field: amount is not valid"],
    ["counted names", "segment seg1 is gone", "segment seg_1 is gone".replace("seg_1", "abc22")],
    ["paths", "cannot open /srv/a/b.txt", "cannot open /home/maya/c.txt"],
    ["paths of Windows", "cannot open C:\\a\\b.txt", "cannot open D:\\data\\x"],
    ["paths into a value", "arguments.deal.stage is missing", "arguments.items[0].id is missing"],
    ["case, white space and width", "Rate  LIMIT\n hit", "rate limit ｈit"],
  ];
  test.each(table)("takes %s for the same", (_, a, b) => {
    expect(maskText(a)).toBe(maskText(b));
  });

  const bounds: [what: string, a: string, same: string, other: string][] = [
    [
      "Notion",
      "body failed validation: body.children.length should be ≤ `100`, instead was `180`.",
      "body failed validation: body.blocks[2].children.length should be ≤ `100`, instead was `143`.",
      "body failed validation: body.properties.Notes.rich_text[0].text.content.length should be ≤ `2000`, instead was `5120`.",
    ],
    ["plain words", "limit should be <= 100", "query.limit should be <= 500", "page_size should be <= 50"],
    [
      "Joi",
      '"limit" must be less than or equal to 100',
      '"filter.limit" must be less than or equal to 250',
      '"pageSize" must be less than or equal to 100',
    ],
    ["Ajv", "/body/limit must be <= 100", "data/limit must be <= 20", "/body/offset must be <= 10000"],
    [
      "pydantic",
      "arguments.limit: Input should be less than or equal to 100",
      "limit: Input should be less than or equal to 50",
      "arguments.page: Input should be less than or equal to 50",
    ],
    [
      "named fields",
      "Field maxResults must be between 1 and 250.",
      "field: max_results must be between 1 and 100.",
      "Field startAt must be between 0 and 10000.",
    ],
    [
      "places in lists",
      "tests[0].priority must be at most 5",
      "tests[12].priority must be at most 9",
      "tests[0].weight must be at most 5",
    ],
    ["lengths", "issue.title is too long", "title is too long", "issue.body is too long"],
  ];
  test.each(bounds)("keeps which field is out of its bounds, and no bound: %s", (_, a, same, other) => {
    expect(maskText(same)).toBe(maskText(a));
    expect(maskText(other)).not.toBe(maskText(a));
  });

  test.each([
    ["/srv/a/report.csv must be smaller than 5 MB", "/home/maya/export.pdf must be smaller than 9 MB"],
    ["'Quarterly report for the board' is too long", "'A much longer title than that' is too long"],
    ["items[3].x9 must be <= 5", "items[7].x9 must be <= 8"],
  ])("takes no value or file for a field: %s", (a, b) => {
    expect(maskText(a)).toBe(maskText(b));
  });

  const one: [what: string, a: string, b: string][] = [
    [
      "layout",
      '{"error":{"code":"x_y","message":"No."}}',
      '{\n  "error": {\n    "code": "x_y",\n    "message": "No."\n  }\n}',
    ],
    ["the order of members", '{"message":"No.","code":7}', '{"code":7,"message":"No."}'],
    ["quotes", "{'ok': False, 'error': 'not_in_channel'}", '{"ok":false,"error":"not_in_channel"}'],
    ["what else an answer holds", '{"error":"no_text","request_id":"aB3"}', '{"error":"no_text","took":5}'],
    ["request ids", "Request req_aB3dE6gH9jK2mN: No customer", "Request req_Zz9yX8wV7uT6sR: No customer"],
    ["provider ids", "No such customer cus_NffrFeUfNVHib", "No such customer cus_QXgoZvcGmoRtu"],
    ["ids of tables", "Record recAb12Cd34Ef56Gh is locked", "Record recQq11Ww22Ee33Rr is locked"],
    ["cursors", "Cursor eyJvZmZzZXQiOjUwfQ== has expired", "Cursor eyJvZmZzZXQiOjEwMH0= has expired"],
    ["dates", "Resets at 2026-10-29T01:35:48Z", "Resets at Fri, 06 Nov 2026 12:00:00 GMT"],
    ["lists", "choose one of: [api vault-agent]", "choose one of: [app istio-proxy logger]"],
    ["quoted lists", "must be one of 'a', 'b'", "must be one of 'x', 'y' or 'z'"],
    ["waits", "retry after 37 seconds", "retry after 1500ms"],
    ["states that callers set", "Cannot set status 'active'", "Cannot set status 'done'"],
    ["states to move from", "Cannot move from state 'in_review'", "Cannot move from state 'on_hold'"],
    ["types that callers name", "No handler for type 'deal'", "No handler for type 'contact'"],
    ["keys that Python misses", "KeyError: 'lead_score'", "KeyError: 'amount'"],
    [
      "where it was cut off",
      '{"error":{"code":"x_y","message":"No.","par',
      '{"error":{"code":"x_y","message":"No."}}',
    ],
  ];
  test.each(one)("takes %s for the same", (_, a, b) => {
    expect(maskText(a)).toBe(maskText(b));
  });

  const two: [what: string, a: string, b: string][] = [
    ["words in Python's quotes", "{'error': 'channel_not_found'}", "{'error': 'not_in_channel'}"],
    ["plain statuses in quotes", "failed with status 'cancelled'", "failed with status 'expired'"],
    ["statuses in quotes", 'failed with status "INVALID_ARGUMENT"', 'failed with status "PERMISSION_DENIED"'],
    [
      "codes of members",
      "[{'message': 'M', 'errorCode': 'INVALID_FIELD'}]",
      "[{'message': 'M', 'errorCode': 'OTHER_ONE'}]",
    ],
    ["codes of five digits", "Request failed, code 21211", "Request failed, code 21610"],
    ["codes of one digit", "exited with code 1", "exited with code 2"],
    ["codes with letters", "SQLSTATE 42P01", "SQLSTATE 42703"],
    ["families of codes", "AADSTS50011 at sign-in", "AADSTS700016 at sign-in"],
    [
      "quoted sentences",
      'Upload failed: "The bucket is full"',
      'Upload failed: "The checksum does not match"',
    ],
    ["exceptions with their packages", "raised a.errors.UniqueViolation", "raised a.errors.NotNullViolation"],
  ];
  test.each(two)("tells %s apart", (_, a, b) => {
    expect(maskText(a)).not.toBe(maskText(b));
  });

  test("keeps words apart", () => {
    expect(maskText("deal not found")).not.toBe(maskText("contact not found"));
    expect(maskText("the facade faded")).toBe("the facade faded");
    expect(maskText("property is missing")).toBe("property is missing");
    expect(maskText("Field must not be empty")).toBe("field must not be empty");
    expect(maskText("and/or either")).toBe("and/or either");
    expect(maskText("rate_limit_exceeded")).not.toBe(maskText("invalid_api_key"));
    for (const status of ["status 404", "HTTP 500", "code=429"])
      expect(maskText(status)).not.toBe(maskText(status.replace(/\d+/, "403")));
    expect(maskText("it doesn't work and it can't")).toBe("it doesn't work and it can't");
  });

  test("costs little on hostile text", () => {
    // At this length, a quadratic pattern would exceed the test's time.
    for (const piece of [
      "'",
      '"',
      "a@",
      "0x",
      "http://",
      "a-",
      "«",
      "f",
      "/a",
      "a.",
      "a[",
      "key ",
      "1a",
      "property x ",
      "status 4",
      "limit must be ",
      "{",
      '{"a":',
      "[1,",
      "[a ",
      "<Error>",
      "error: ",
      "code 1",
      "eyJ",
      "a_",
      "one of a, ",
      "request id ",
      "not_",
      "a=",
      "2026-10-29 ",
    ])
      expect(maskText(piece.repeat(50_000)).length).toBeGreaterThan(0);
  });
});

describe("the fingerprint", () => {
  const report = { toolCalled: "hubspot_crm", errorSeen: "no property 'a'", actualOutcome: "It failed." };

  test("is that of the tool and its error, whatever the words around it", () => {
    const same = { ...report, errorSeen: "No property 'b'", actualOutcome: "Nothing happened." };
    expect(feedbackFingerprint(same)).toBe(feedbackFingerprint(report));
  });

  test("tells tools and errors apart, and leaves providers to the issue", () => {
    expect(feedbackFingerprint({ ...report, provider: "hubspot" })).toBe(feedbackFingerprint(report));
    const others = [
      { ...report, toolCalled: "salesforce_crm" },
      { ...report, errorSeen: "no object 'a'" },
      { ...report, errorSeen: undefined },
      { ...report, errorSeen: undefined, actualOutcome: "no property 'a'" },
    ];
    expect(new Set([report, ...others].map(feedbackFingerprint)).size).toBe(5);
  });

  test("falls back to what happened, also when the error is blank", () => {
    const blank = { ...report, errorSeen: " \n" };
    expect(feedbackFingerprint(blank)).toBe(feedbackFingerprint({ ...report, errorSeen: undefined }));
  });
});

describe("the title", () => {
  test("is the tool and the first line", () => {
    const title = issueTitle({ toolCalled: "t", errorSeen: "\nfirst\tline\r\nsecond", actualOutcome: "x" });
    expect(title).toBe("t: first line");
    expect(issueTitle({ actualOutcome: " \u0007 " })).toBe("A report without words");
  });

  test("is short and never splits a character", () => {
    for (const start of ["", "a"]) {
      const title = issueTitle({ actualOutcome: start + "😀".repeat(200) });
      expect(title.length).toBeLessThanOrEqual(TITLE_MAX);
      expect(title.isWellFormed()).toBe(true);
    }
  });
});
