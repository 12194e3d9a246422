import { readSeverity } from "../../../eventstore/event/syslog-priority.ts";
import { copyOf, type Json, objectOf, textOf } from "./json-values.ts";

/** A LogEntry of Google Cloud Logging: the message is a text, an object, or a call of an API. */
export function translateCloudLogging(json: Json): Json | undefined {
  const { textPayload, jsonPayload, protoPayload, resource, labels, logName, timestamp, severity, ...rest } = json;
  if (timestamp === undefined && logName === undefined) return undefined;
  const { insertId, receiveTimestamp, httpRequest, ...others } = rest;
  const payload = { ...objectOf(jsonPayload) };
  const call = objectOf(protoPayload);
  const message =
    textOf(textPayload) ??
    textOf(payload.message) ??
    textOf(payload.msg) ??
    messageOfCall(call) ??
    messageOfRequest(httpRequest);
  const place = objectOf(objectOf(resource)?.labels);
  const event = copyOf(others);
  event["@timestamp"] = timestamp ?? receiveTimestamp;
  // DEFAULT carries no severity.
  const level = readSeverity(severity);
  if (level !== undefined) event.severity = level;
  event.hostname =
    textOf(objectOf(labels)?.["compute.googleapis.com/resource_name"]) ??
    textOf(place?.node_name) ??
    textOf(place?.instance_id);
  event.app = textOf(place?.container_name) ?? textOf(place?.service_name) ?? programOf(logName);
  if (message !== undefined) event.message = message;
  if (payload.message === message) delete payload.message;
  else if (payload.msg === message) delete payload.msg;
  event.user_tags = copyOf({
    ...payload,
    ...tagsOfCall(call),
    ...tagsOfRequest(objectOf(httpRequest)),
    resource_type: objectOf(resource)?.type,
    resource: place,
    labels,
  });
  event.extra_fields = copyOf({ insertId, receiveTimestamp, logName });
  return copyOf(event);
}

/** `projects/shop/logs/run.googleapis.com%2Fstdout` */
function programOf(logName: unknown): string | undefined {
  const last = textOf(logName)?.split("/").at(-1);
  try {
    return last && decodeURIComponent(last).split("/").at(-1);
  } catch {
    return last;
  }
}

function messageOfCall(call: Json | undefined): string | undefined {
  const method = textOf(call?.methodName);
  if (method === undefined) return undefined;
  const [resource, error] = [textOf(call?.resourceName), textOf(objectOf(call?.status)?.message)];
  return `${method}${resource === undefined ? "" : ` ${resource}`}${error === undefined ? "" : `: ${error}`}`;
}

/** An access without any other text, written as other access logs write it. */
function messageOfRequest(httpRequest: unknown): string | undefined {
  const request = objectOf(httpRequest);
  const [method, url] = [textOf(request?.requestMethod), textOf(request?.requestUrl)];
  if (method === undefined || url === undefined) return undefined;
  const { status, responseSize } = request!;
  return [method, url, status, responseSize].filter((part) => part !== undefined).join(" ");
}

function tagsOfCall(call: Json | undefined): Json {
  return {
    action: call?.methodName,
    service: call?.serviceName,
    user: objectOf(call?.authenticationInfo)?.principalEmail,
    src_ip: objectOf(call?.requestMetadata)?.callerIp,
    error_code: objectOf(call?.status)?.code,
  };
}

function tagsOfRequest(request: Json | undefined): Json {
  const [path, query] = (textOf(request?.requestUrl) ?? "").replace(/^https?:\/\/[^/]*/, "").split("?", 2);
  return {
    method: request?.requestMethod,
    path,
    query_string: query,
    code: request?.status,
    bytes: request?.responseSize,
    user_agent: request?.userAgent,
    referrer: request?.referer,
    duration: request?.latency,
    ...(request?.remoteIp === undefined ? {} : { src_ip: request.remoteIp }),
  };
}
