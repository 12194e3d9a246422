import { languageExamples } from "../../filter/language/examples.ts";

/** What the service does and how to begin, in front of the rules of its API. */
export const introduction = `vigie takes in log events, keeps each one, and answers questions about them: which, how many, when, by what. What it
finds can be watched, drawn on dashboards, made into documents and trigger actions.

**To begin**, log in (\`POST /api/auth/\`) or make a token (\`POST /api/authtokens\`), send an event and ask for it:

    curl -H "Authorization: Token $KEY" -H 'Content-Type: application/json' $URL/incoming \\
      -d '{"events": [{"host": "web-1", "program": "shop", "severity": 3, "message": "payment refused"}]}'
    curl -H "Authorization: Token $KEY" -H 'Content-Type: application/json' $URL/api/query \\
      -d '{"type": "Search", "params": {"q": "refused host:web*"}}'

**The query language**, wherever a \`q\` is taken; \`filter\` says the same as a list (conditions \`{field, op, value}\`,
\`{any: [...]}\`, \`{all: [...]}\`, \`{not: ...}\`). Which fields there are: \`/api/fields\`.

| line | finds |
|---|---|
${languageExamples.map(([line, meaning]) => `| ${cellOf(line)} | ${meaning} |`).join("\n")}

`;

/** The page of the API ends a cell at each `|`, escaped or not, also in code; as a number it is none to any reader. */
function cellOf(line: string): string {
  if (!line.includes("|")) return `\`${line}\``;
  return `<code>${line.replaceAll(/[^\w\s]/g, (sign) => `&#${sign.codePointAt(0)};`)}</code>`;
}
