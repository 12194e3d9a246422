import { copyOf, type Json, objectOf, textOf } from "./json-values.ts";

/** A record of AWS CloudTrail: who called which function of which service, and its reply. */
export function translateCloudTrail(json: Json): Json | undefined {
  const { eventVersion, eventTime, eventName, eventSource, userIdentity, sourceIPAddress, userAgent, ...rest } = json;
  const [name, source] = [textOf(eventName), textOf(eventSource)];
  if (name === undefined || source === undefined || eventVersion === undefined) return undefined;
  const { errorCode, errorMessage, eventID, requestID, awsRegion, ...others } = rest;
  const error = [textOf(errorCode), textOf(errorMessage)].filter(Boolean).join(": ");
  const event = copyOf(others);
  event["@timestamp"] = eventTime;
  event.program = source;
  event.severity = error === "" ? 6 : 4;
  event.message = error === "" ? name : `${name}: ${error}`;
  const identity = objectOf(userIdentity);
  event.user_tags = copyOf({
    action: name,
    outcome: error === "" ? "success" : "failure",
    user: userOf(identity),
    user_type: identity?.type,
    account: identity?.accountId,
    src_ip: sourceIPAddress,
    user_agent: userAgent,
    region: awsRegion,
    error_code: errorCode,
  });
  event.extra_fields = copyOf({ eventVersion, eventID, requestID, userIdentity });
  return copyOf(event);
}

/** A role is called by the name of its session's issuer, the account itself by its type. */
function userOf(identity: Json | undefined): string | undefined {
  const issuer = objectOf(objectOf(identity?.sessionContext)?.sessionIssuer);
  return (
    textOf(identity?.userName) ??
    textOf(issuer?.userName) ??
    textOf(identity?.arn) ??
    textOf(identity?.invokedBy) ??
    textOf(identity?.type)
  );
}
