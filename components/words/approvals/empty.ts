export const EMPTY = {
  firstCommands: [
    "npm run countersign -- gateway create --name my-gateway --tenants acme",
    "npm run countersign -- send-test --gateway my-gateway",
  ],
};
