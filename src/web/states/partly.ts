/** Whether a mail reached only some of its recipients. Twin: `partlyTaken` in src/outgoing/mail.ts. */
export function isPartly(fault: string | null): boolean {
  return fault !== null && /^The mail server took it for /.test(fault);
}
