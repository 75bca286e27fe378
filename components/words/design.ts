/** The page that shows every part the console is built from. For people who build it. */
export const DESIGN = {
  sections: {
    colours: "Colours",
    type: "Type",
    buttons: "Buttons",
    fields: "Fields",
    choices: "Choices by typing",
    marks: "Marks",
    icons: "Icons",
    messages: "Messages",
    time: "Time",
    text: "Text from elsewhere",
    comparisons: "Comparisons",
    layout: "Frames and lists",
    tables: "Tables",
    faces: "Faces of a table",
    charts: "Charts",
    forms: "Forms and acts",
    floating: "Menus, panels and dialogs",
    loading: "Loading",
  },
};
