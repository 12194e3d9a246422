import ts from "typescript-5";
import type { SourceTree } from "./architecture.ts";

/**
 * Texts for readers in a file of the page instead of its catalogue, one line each: the contents of a tag, the value of
 * a property that is shown or read aloud, and anything that reads like a sentence. Names that are the same in every
 * language are none.
 */
export function findUntranslated(tree: SourceTree): string[] {
  return [...tree]
    .filter(([file]) => file.startsWith("src/web/") && !file.startsWith("src/web/words/") && !untranslated.has(file))
    .flatMap(([file, text]) => {
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
      const found: string[] = [];
      const visit = (node: ts.Node): void => {
        const said = isNoText(node) ? undefined : textOf(node);
        if (said !== undefined)
          found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} says “${said}” itself`);
        ts.forEachChild(node, visit);
      };
      ts.forEachChild(source, visit);
      return found;
    });
}

/** They hold texts that are sent or written into a file of rules, and names of browsers. */
const untranslated = new Set([
  "src/web/access/user-agent.ts",
  "src/web/event/copy-text.ts",
  "src/web/pages/rules/editor/rule-of-part.ts",
  "src/web/pages/rules/editor/suggestions.ts",
  "src/web/pages/welcome/samples.ts",
]);

/** The same in every language: formats, services of others, and examples of code. */
const names =
  /^(?:vigie|JSON|YAML|CSV|Slack|Microsoft Teams|Mattermost|Telegram|ntfy|PagerDuty|deploy [\d.]+|(?:https:|POST |\$\{).*)$/;

const shown = /^(?:label|title|text|placeholder|description|alt|hint|detail|aria-label|aria-valuetext)$/;

/** Groups of actions, which the catalogue names. */
const groups = /^(?:Go to|This page|Everywhere)$/;

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return isNamed(node.text) ? undefined : node.text.trim();
  if (!isLiteral(node) || groups.test(node.text) || isNamed(node.text)) return undefined;
  const text = node.text.trim();
  return isShown(node) || /^[A-Z][a-z]+,? [a-z]/.test(text) ? text : undefined;
}

function isLiteral(node: ts.Node): node is ts.LiteralLikeNode {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node);
}

/** It says nothing, or it is the same everywhere. */
function isNamed(text: string): boolean {
  return text.split("·").every((part) => !/\p{L}{2}/u.test(part) || names.test(part.trim()));
}

/** Value of a property by which readers see or hear it. */
function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) return shown.test(parent.name.getText());
  if (!ts.isPropertyAssignment(parent) || parent.name === node) return false;
  return shown.test(parent.name.getText().replaceAll('"', ""));
}

/** Types and imports. */
function isNoText(node: ts.Node): boolean {
  return ts.isLiteralTypeNode(node.parent) || ts.isImportDeclaration(node.parent);
}
