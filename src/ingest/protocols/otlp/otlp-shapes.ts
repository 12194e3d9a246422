import type { MessageShape } from "../protobuf/check-message.ts";
import { wireTypes } from "../protobuf/proto-cursor.ts";

/** Field numbers of opentelemetry/proto/logs/v1 and common/v1. */
export const anyValue = { text: 1, bool: 2, int: 3, double: 4, list: 5, object: 6, bytes: 7 } as const;
export const keyValue = { key: 1, value: 2 } as const;
export const logRecord = {
  ...{ time: 1, severity: 2, severityText: 3, body: 5, attributes: 6, droppedAttributes: 7, flags: 8 },
  ...{ traceId: 9, spanId: 10, observedTime: 11, eventName: 12 },
} as const;
export const scopeLogs = { scope: 1, records: 2 } as const;
export const scope = { name: 1, version: 2 } as const;
export const resourceLogs = { resource: 1, scopes: 2 } as const;
export const resource = { attributes: 1 } as const;

const { bytes } = wireTypes;
const scopeShape: MessageShape = { [scope.name]: bytes, [scope.version]: bytes };
const scopeLogsShape: MessageShape = { [scopeLogs.scope]: scopeShape, [scopeLogs.records]: bytes };
const resourceShape: MessageShape = { [resource.attributes]: bytes };
const resourceLogsShape: MessageShape = {
  [resourceLogs.resource]: resourceShape,
  [resourceLogs.scopes]: scopeLogsShape,
};

/** ExportLogsServiceRequest down to its records, each of which stands for itself. */
export const requestShape: MessageShape = { 1: resourceLogsShape };
