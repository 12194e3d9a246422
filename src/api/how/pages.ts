/** Instructions for one kind of sender. */
export interface HowPage {
  /** The name that `vigie how` takes. */
  name: string;
  title: string;
  /** Position of the text in the page. */
  place: string;
  /** Other software that the service or the sender needs; empty: none. */
  needs: string;
  /** At most ten lines, with URL, HOST, PORT and TOKEN still to be filled in (`fillIn`). */
  text: string;
}

/** The same while the open ports are unknown: `{LISTENER}` in its text is that of `listener`. */
interface PlainPage extends HowPage {
  listener?: keyof typeof usualPorts;
}

/** Ports without HTTP, by their names in the ready file and their flags. */
const usualPorts = { "syslog-tcp": 514, "syslog-udp": 514, forward: 24_224, "gelf-tcp": 12_201 } as const;

/**
 * The pages in the order of the list. `ports`: those that the service has open, by name; the page for another port
 * shows its usual number and says that the service must be started with it.
 */
export function howPagesFor(ports: Readonly<Record<string, number>> = {}): HowPage[] {
  return plainPages.map(({ listener, ...page }) => {
    if (listener === undefined) return page;
    const open = ports[listener];
    const start = open === undefined ? [`vigie serve --host 0.0.0.0 --${listener} ${usualPorts[listener]}`] : [];
    const needs = [...(page.needs === "" ? [] : [page.needs]), ...start].join(", and ");
    return { ...page, needs, text: page.text.replace("{LISTENER}", String(open ?? usualPorts[listener])) };
  });
}

/** Values of the four placeholders. */
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

const fluentBitOutput = `[OUTPUT]
    Name es
    Match *
    Host {HOST}
    Port {PORT}
    HTTP_User vigie
    HTTP_Passwd {TOKEN}
    Suppress_Type_Name On`;

const plainPages: readonly PlainPage[] = [
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
    needs: "",
    listener: "syslog-tcp",
    text: `*.* action(type="omfwd" target="{HOST}" port="{LISTENER}" protocol="tcp"
  template="RSYSLOG_SyslogProtocol23Format" TCP_Framing="octet-counted"
  queue.type="LinkedList" queue.size="100000" action.resumeRetryCount="-1")`,
  },
  {
    name: "syslog-ng",
    title: "syslog-ng",
    place: "In /etc/syslog-ng/conf.d/vigie.conf; s_src is the name of your source",
    needs: "",
    listener: "syslog-tcp",
    text: `destination d_vigie { syslog("{HOST}" transport("tcp") port({LISTENER})); };
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
    needs: "",
    listener: "forward",
    text: `{
  "log-driver": "fluentd",
  "log-opts": { "fluentd-address": "{HOST}:{LISTENER}", "fluentd-async": "true", "tag": "{{.Name}}" }
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
    needs: "",
    listener: "forward",
    text: `<match **>
  @type forward
  require_ack_response true
  <server>
    host {HOST}
    port {LISTENER}
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
    needs: "the package graypy",
    listener: "gelf-tcp",
    text: `import logging, graypy
logging.getLogger().addHandler(graypy.GELFTCPHandler("{HOST}", {LISTENER}))
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
    name: "logback",
    title: "Java with Logback, without an agent",
    place: "In logback.xml, which the class path has",
    needs: "",
    listener: "syslog-udp",
    text: `<configuration>
  <appender name="vigie" class="ch.qos.logback.classic.net.SyslogAppender">
    <syslogHost>{HOST}</syslogHost>
    <port>{LISTENER}</port>
    <facility>USER</facility>
    <suffixPattern>shop: %msg</suffixPattern>
  </appender>
  <root level="INFO"><appender-ref ref="vigie"/></root>
</configuration>`,
  },
  {
    name: "go",
    title: "Go",
    place: "In the program: log and log/slog write over log/syslog, all of the standard library",
    needs: "",
    listener: "syslog-tcp",
    text: `writer, err := syslog.Dial("tcp", "{HOST}:{LISTENER}", syslog.LOG_INFO|syslog.LOG_USER, "shop")
if err != nil {
	return err
}
log.SetFlags(0)
log.SetOutput(writer)`,
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
    needs: "",
    listener: "syslog-udp",
    text: `service timestamps log datetime msec show-timezone year
logging host {HOST} transport udp port {LISTENER}
logging trap informational`,
  },
];
