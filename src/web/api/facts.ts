/** Facts that the service writes into the document: its version, its operations, the nonce that lets styles in. */
const element = document.querySelector<HTMLMetaElement>('meta[name="vigie"]')!;
const facts = JSON.parse(element.content) as { version: string; operations: string[] };
const operations = new Set(facts.operations);

export const version = facts.version;
export const styleNonce = element.nonce;

/** Tells whether this service has the operation, such as "GET /api/tail". */
export function offers(operation: string): boolean {
  return operations.has(operation);
}
