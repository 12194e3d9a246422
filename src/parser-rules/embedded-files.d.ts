// Files that Bun embeds as text.
declare module "*.yaml" {
  const text: string;
  export default text;
}
