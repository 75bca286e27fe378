export default { serverExternalPackages: ["pg"] };
