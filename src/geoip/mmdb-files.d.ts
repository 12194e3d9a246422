// A file that Bun embeds; importing it gives the path where it can be read.
declare module "*.mmdb" {
  const path: string;
  export default path;
}
