// Files of the API page. What is imported as a file gives the path where it can be read, also inside the executable.
declare module "*/docs/index.html" {
  const text: string;
  export default text;
}
declare module "*/docs/start.js" {
  const text: string;
  export default text;
}
declare module "swagger-ui-dist/*" {
  const path: string;
  export default path;
}
