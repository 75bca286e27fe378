import { describe, expect, test } from "vitest";
import { definitionFrom, type Json, type ToolDefinition } from "./definition";
import { lintTool } from "./lint";

function read(tool: object): ToolDefinition {
  const found = definitionFrom(tool as Json);
  if (!found) throw new Error("no tool");
  return found;
}

describe("a description in another script", () => {
  const inTool = (description: string, name = "x_tool") =>
    lintTool(
      read({ name, description, inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }),
    ).map(({ code }) => code);

  test.each(["删除指定的文件", "天気を取得します", "파일을 삭제합니다", "ลบไฟล์ที่เลือก", "Удаляет файл"])(
    "is a description: %s",
    (description) => {
      expect(inTool(description)).toEqual([]);
    },
  );

  test("does not only say the name again because it names the tool", () => {
    expect(inTool("find_file 查找指定的文件", "find_file")).not.toContain("tautological_description");
  });

  test("is still none when it is two signs, spaces or dots", () => {
    for (const none of ["删除", "  ", "..........", "-"])
      expect(inTool(none)).toContain("missing_description");
  });

  test("of a parameter is not held to what only English says", () => {
    const of = (schema: object, property: string, name = "create_task") =>
      lintTool(
        read({
          ...{ name, description: "Creates one task in a list of tasks." },
          inputSchema: { type: "object", properties: { [property]: schema } },
        }),
      ).map(({ code }) => code);
    expect(of({ type: "string", description: "订单状态" }, "status")).not.toContain("missing_enum");
    expect(of({ type: "integer", description: "数字越大越紧急" }, "priority")).not.toContain(
      "ordinal_unexplained",
    );
    expect(of({ type: "string", description: "日付（年-月-日）" }, "due_date")).not.toContain(
      "date_format_unsaid",
    );
    expect(of({ type: "string", description: "Владелец задачи" }, "owner_id")).not.toContain(
      "server_managed",
    );
    expect(of({ type: "object", description: "自由な属性" }, "data")).not.toContain("no_cheatsheet");
  });
});
