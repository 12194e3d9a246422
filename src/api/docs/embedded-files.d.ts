// Files that Bun embeds; importing one gives the path where it can be read, also inside the executable.
declare module "swagger-ui-dist/*" {
  const path: string;
  export default path;
}
