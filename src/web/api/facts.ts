/** What the service wrote into the document: its version, its operations, the nonce that lets styles in. */
const element = document.querySelector<HTMLMetaElement>('meta[name="vigie"]')!;
const facts = JSON.parse(element.content) as { version: string; operations: string[] };
const operations = new Set(facts.operations);

export const version = facts.version;
export const styleNonce = element.nonce;

/** Whether this service has the operation, such as "GET /api/tail". */
export function offers(operation: string): boolean {
  return operations.has(operation);
}
