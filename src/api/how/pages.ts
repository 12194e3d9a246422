/** How one kind of sender is pointed here. */
export interface HowPage {
  /** As `vigie how` takes it. */
  name: string;
  title: string;
  /** Where the text goes. */
  place: string;
  /** What the service or the sender must have beside it; empty: nothing. */
  needs: string;
  /** At most ten lines, with URL, HOST, PORT and TOKEN still to be filled in (`fillIn`). */
  text: string;
}

/** What stands in the place of the four words. */
export interface HowTarget {
  /** `http://logs:7080`. */
  url: string;
  token: string;
}

/** The text of a page, ready to be pasted. */
export function fillIn({ text }: Pick<HowPage, "text">, { url, token }: HowTarget): string {
  const { hostname, port, protocol } = new URL(url);
  const words = { URL: url.replace(/\/$/, ""), HOST: hostname, PORT: port || (protocol === "https:" ? "443" : "80") };
  return text.replace(/\{(URL|HOST|PORT|TOKEN)\}/g, (_, word: keyof typeof words | "TOKEN") =>
    word === "TOKEN" ? token : words[word],
  );
}

const syslogTcp = "vigie serve --host 0.0.0.0 --syslog-tcp 514";
const syslogUdp = "vigie serve --host 0.0.0.0 --syslog-udp 514";
const forward = "vigie serve --host 0.0.0.0 --forward 24224";

const fluentBitOutput = `[OUTPUT]
    Name es
    Match *
    Host {HOST}
    Port {PORT}
    HTTP_User vigie
    HTTP_Passwd {TOKEN}
    Suppress_Type_Name On`;

/** In the order in which they are listed. */
export const howPages: readonly HowPage[] = [
  {
    name: "curl",
    title: "curl",
    place: "In a terminal",
    needs: "",
    text: `curl {URL}/incoming \\
  -H 'Authorization: Token {TOKEN}' \\
  -H 'Content-Type: application/json' \\
  -d '{"host": "'"$(hostname)"'", "program": "hello", "message": "The first event"}'`,
  },
  {
    name: "files",
    title: "Log files",
    place: "In a terminal of the machine that has them, with the executable of vigie",
    needs: "",
    text: "vigie ship /var/log/syslog '/var/log/nginx/*.log' --url {URL} --token {TOKEN}",
  },
  {
    name: "rsyslog",
    title: "rsyslog",
    place: "In /etc/rsyslog.d/90-vigie.conf",
    needs: syslogTcp,
    text: `*.* action(type="omfwd" target="{HOST}" port="514" protocol="tcp"
  template="RSYSLOG_SyslogProtocol23Format" TCP_Framing="octet-counted"
  queue.type="LinkedList" queue.size="100000" action.resumeRetryCount="-1")`,
  },
  {
    name: "syslog-ng",
    title: "syslog-ng",
    place: "In /etc/syslog-ng/conf.d/vigie.conf; s_src is the name of your source",
    needs: syslogTcp,
    text: `destination d_vigie { syslog("{HOST}" transport("tcp") port(514)); };
log { source(s_src); destination(d_vigie); };`,
  },
  {
    name: "journald",
    title: "journald",
    place: "In /etc/systemd/journal-upload.conf; then: systemctl enable --now systemd-journal-upload",
    needs: "the package systemd-journal-remote",
    text: `[Upload]
URL=http://vigie:{TOKEN}@{HOST}:{PORT}`,
  },
  {
    name: "docker",
    title: "Docker",
    place: "In /etc/docker/daemon.json",
    needs: forward,
    text: `{
  "log-driver": "fluentd",
  "log-opts": { "fluentd-address": "{HOST}:24224", "fluentd-async": "true", "tag": "{{.Name}}" }
}`,
  },
  {
    name: "kubernetes",
    title: "Kubernetes",
    place: "In values.yaml of the chart of Fluent Bit",
    needs: "",
    text: `config:
  outputs: |
${fluentBitOutput.replace(/^/gm, "    ")}`,
  },
  {
    name: "fluent-bit",
    title: "Fluent Bit",
    place: "In fluent-bit.conf",
    needs: "",
    text: fluentBitOutput,
  },
  {
    name: "fluentd",
    title: "Fluentd",
    place: "In fluent.conf",
    needs: forward,
    text: `<match **>
  @type forward
  require_ack_response true
  <server>
    host {HOST}
    port 24224
  </server>
</match>`,
  },
  {
    name: "vector",
    title: "Vector",
    place: "In vector.yaml; my_source is the name of your source",
    needs: "",
    text: `sinks:
  vigie:
    type: elasticsearch
    inputs: [my_source]
    endpoints: ["{URL}"]
    auth: { strategy: basic, user: vigie, password: "{TOKEN}" }`,
  },
  {
    name: "filebeat",
    title: "Filebeat",
    place: "In filebeat.yml",
    needs: "",
    text: `output.elasticsearch:
  hosts: ["{URL}"]
  username: vigie
  password: "{TOKEN}"
setup.ilm.enabled: false
setup.template.enabled: false`,
  },
  {
    name: "logstash",
    title: "Logstash",
    place: "In the pipeline",
    needs: "",
    text: `output {
  elasticsearch {
    hosts => ["{URL}"]
    user => "vigie"
    password => "{TOKEN}"
    manage_template => false
    ilm_enabled => false
  }
}`,
  },
  {
    name: "alloy",
    title: "Grafana Alloy, Promtail",
    place: "In config.alloy; Promtail has the same under clients:",
    needs: "",
    text: `loki.write "vigie" {
  endpoint {
    url          = "{URL}/loki/api/v1/push"
    bearer_token = "{TOKEN}"
  }
}`,
  },
  {
    name: "opentelemetry",
    title: "OpenTelemetry Collector",
    place: "In its configuration; otlp is the name of your receiver",
    needs: "",
    text: `exporters:
  otlphttp/vigie:
    logs_endpoint: {URL}/v1/logs
    headers: { Authorization: "Bearer {TOKEN}" }
service:
  pipelines:
    logs: { receivers: [otlp], exporters: [otlphttp/vigie] }`,
  },
  {
    name: "python",
    title: "Python",
    place: "In the program",
    needs: "the package graypy, and vigie serve --host 0.0.0.0 --gelf-tcp 12201",
    text: `import logging, graypy
logging.getLogger().addHandler(graypy.GELFTCPHandler("{HOST}", 12201))
logging.getLogger("shop").error("payment refused", extra={"order": "17"})`,
  },
  {
    name: "node",
    title: "Node",
    place: "In the program",
    needs: "the packages pino and pino-loki",
    text: `import pino from "pino";
const options = { host: "{URL}", headers: { Authorization: "Bearer {TOKEN}" }, labels: { program: "shop" } };
const log = pino(pino.transport({ target: "pino-loki", options }));
log.error({ order: "17" }, "payment refused");`,
  },
  {
    name: "java",
    title: "Java",
    place: "In the environment of the program; its loggers stay as they are",
    needs: "the agent of OpenTelemetry: java -javaagent:opentelemetry-javaagent.jar",
    text: `OTEL_LOGS_EXPORTER=otlp
OTEL_METRICS_EXPORTER=none
OTEL_TRACES_EXPORTER=none
OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
OTEL_EXPORTER_OTLP_LOGS_ENDPOINT={URL}/v1/logs
OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer%20{TOKEN}
OTEL_SERVICE_NAME=shop`,
  },
  {
    name: "go",
    title: "Go",
    place: "In the program: log/slog over log/syslog, both of the standard library",
    needs: syslogTcp,
    text: `writer, err := syslog.Dial("tcp", "{HOST}:514", syslog.LOG_INFO|syslog.LOG_USER, "shop")
if err != nil {
	return err
}
slog.SetDefault(slog.New(slog.NewTextHandler(writer, nil)))`,
  },
  {
    name: "dotnet",
    title: ".NET",
    place: "In Program.cs",
    needs: "the packages Serilog and Serilog.Sinks.Seq",
    text: `Log.Logger = new LoggerConfiguration()
    .WriteTo.Seq("{URL}", apiKey: "{TOKEN}")
    .CreateLogger();`,
  },
  {
    name: "network-devices",
    title: "Network devices",
    place: "Cisco IOS, in configuration mode; others have the same under syslog server or remote logging",
    needs: syslogUdp,
    text: `service timestamps log datetime msec show-timezone year
logging host {HOST} transport udp port 514
logging trap informational`,
  },
];
