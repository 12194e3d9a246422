// Files that Bun embeds; importing one gives the path where it can be read.
declare module "*.log" {
  const path: string;
  export default path;
}
declare module "*.gz" {
  const path: string;
  export default path;
}
declare module "*.zst" {
  const path: string;
  export default path;
}
