/** What a newcomer is shown; `options` are those of `vigie query`. */
export interface DemoQuestion {
  title: string;
  options: string[];
}

export const demoQuestions: readonly DemoQuestion[] = [
  { title: "Where do people, and others, fail to log in?", options: ['"Failed password"', "--all", "--top", "host"] },
  { title: "Which pages answer with a server error?", options: ["code>=500", "--all", "--top", "path"] },
  { title: "Which programs report errors?", options: ["severity<=3", "--all", "--top", "program"] },
];
