/** ExportLogsServiceResponse as protobuf: empty when everything was taken. */
export function encodeResponse(rejectedCount: number, errorMessage: string): Uint8Array<ArrayBuffer> {
  if (rejectedCount === 0) return new Uint8Array(0);
  const partialSuccess = [...numberField(1, rejectedCount), ...textField(2, errorMessage)];
  return Uint8Array.from([...key(1, 2), ...varint(partialSuccess.length), ...partialSuccess]);
}

/** google.rpc.Status as protobuf. */
export function encodeStatus({ code, message }: { code: number; message: string }): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...numberField(1, code), ...textField(2, message)]);
}

function numberField(field: number, value: number): number[] {
  return [...key(field, 0), ...varint(value)];
}

function textField(field: number, text: string): number[] {
  const bytes = Buffer.from(text);
  return [...key(field, 2), ...varint(bytes.length), ...bytes];
}

function key(field: number, wire: number): number[] {
  return varint(field * 8 + wire);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 0x80);
  return [...bytes, rest];
}
