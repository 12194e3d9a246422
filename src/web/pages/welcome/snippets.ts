export interface Snippet {
  name: string;
  /** Where it goes. */
  place: string;
  text(target: Target): string;
}

export interface Target {
  /** `http://logs:7080`. */
  origin: string;
  token: string;
}

/** What sends the first event, ready to be pasted. Only what this service takes in by HTTP. */
export const snippets: readonly Snippet[] = [
  {
    name: "curl",
    place: "In a terminal",
    text: ({ origin, token }) => `curl ${origin}/incoming \\
  -H 'Authorization: token ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '{"host": "'"$(hostname)"'", "program": "hello", "message": "The first event"}'`,
  },
  {
    name: "Fluent Bit",
    place: "In fluent-bit.conf",
    text: ({ origin, token }) => `[OUTPUT]
    Name    http
    Match   *
    Host    ${new URL(origin).hostname}
    Port    ${portOf(origin)}
    URI     /incoming
    Format  json
    Header  Authorization token ${token}`,
  },
  {
    name: "OpenTelemetry",
    place: "In the configuration of the collector",
    text: ({ origin, token }) => `exporters:
  otlphttp/vigie:
    logs_endpoint: ${origin}/v1/logs
    headers: { Authorization: "Bearer ${token}" }
service:
  pipelines:
    logs: { receivers: [otlp], exporters: [otlphttp/vigie] }`,
  },
  {
    name: "rsyslog",
    place: "In /etc/rsyslog.d/vigie.conf; needs the package rsyslog-elasticsearch",
    text: ({ origin, token }) => `module(load="omelasticsearch")
template(name="vigie" type="list" option.jsonf="on") {
  property(outname="@timestamp" name="timereported" dateFormat="rfc3339" format="jsonf")
  property(outname="host" name="hostname" format="jsonf")
  property(outname="program" name="programname" format="jsonf")
  property(outname="severity" name="syslogseverity" format="jsonf")
  property(outname="message" name="msg" format="jsonf")
}
action(type="omelasticsearch" template="vigie" bulkmode="on" searchIndex="logs"
  server="${origin.replace(/:\d+$/, "")}" serverport="${portOf(origin)}" uid="vigie" pwd="${token}")`,
  },
  {
    name: "Vector",
    place: "In vector.yaml",
    text: ({ origin, token }) => `sinks:
  vigie:
    type: http
    inputs: [my_source]
    uri: ${origin}/incoming
    encoding: { codec: json }
    framing: { method: newline_delimited }
    request: { headers: { Authorization: "token ${token}" } }`,
  },
  {
    name: "journald",
    place: "In a terminal",
    text: ({ origin, token }) => `journalctl -o json -n 1000 |
  curl ${origin}/incoming -H 'Authorization: token ${token}' \\
    -H 'Content-Type: application/x-ndjson' --data-binary @-`,
  },
  {
    name: "Docker",
    place: "In a terminal; CONTAINER is the name of yours",
    text: ({ origin, token }) => `docker logs --tail 1000 CONTAINER 2>&1 |
  curl ${origin}/incoming/raw/CONTAINER -H 'Authorization: token ${token}' \\
    -H 'Content-Type: text/plain' --data-binary @-`,
  },
  {
    name: "Files",
    place: "In a terminal, with the executable of vigie",
    text: ({ origin, token }) => `vigie import /var/log/syslog /var/log/nginx/*.log* \\
  --url ${origin} --token ${token}`,
  },
];

function portOf(origin: string): string {
  const { port, protocol } = new URL(origin);
  return port || (protocol === "https:" ? "443" : "80");
}
