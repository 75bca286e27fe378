/** What the filters of the trail say. */
export const ACTIVITY = {
  tenant: "Tenant",
  installation: "Installation",
  removed: "deleted",
  filter: "Filter the activity",
  actor: "Who",
  anybody: "Anybody",
  action: "What",
  anything: "Anything",
  anyTenant: "Every tenant",
  since: "From",
  until: "Until",
  onlySubject: "Only what concerns one thing",
  allSubjects: "Show everything",
};
