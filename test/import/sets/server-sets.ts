import { levelsOf, type MadeSet } from "./made-set.ts";

const severityOfCode = (code: number) => (code >= 500 ? 3 : code >= 400 ? 4 : 6);
const codes = [200, 204, 301, 304, 401, 404, 500, 503] as const;

/** Servers of the web and of data, by the documents of each project. */
export const serverSets: readonly MadeSet[] = [
  {
    title: "HAProxy through syslog",
    file: "haproxy.log",
    make: (w) => {
      const code = w.pick(codes);
      const head = `${w.ip}:${w.port} [${w.at("%d/%b/%Y:%H:%M:%S.%3")}]`;
      const message = w.pick([
        `${head} http-in static/srv1 10/0/30/69/109 ${code} 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {} "GET /${w.id}.html HTTP/1.1"`,
        `${head} fnt bck/${w.id} 0/0/5007 212 -- 0/0/0/0/3 0/0`,
        `Server app/${w.id} is DOWN, reason: Layer4 timeout, check duration: 2001ms. 1 active and 0 backup servers left.`,
        `Proxy ${w.id} started.`,
      ]);
      return {
        line: `${w.at("%b %e %H:%M:%S")} lb-1 haproxy[${w.pid}]: ${message}`,
        time: w.seconds,
        host: "lb-1",
        program: "haproxy",
      };
    },
  },
  {
    title: "Squid",
    file: "access.log",
    make: (w) => {
      const code = w.pick([200, 304, 403, 407, 404, 503]);
      return {
        line: `${w.at("%s.%3")} ${String(w.below(90_000)).padStart(6)} ${w.ip} ${w.pick(["TCP_MISS", "TCP_TUNNEL", "TCP_DENIED", "TCP_MEM_HIT"])}/${code} ${w.below(90_000)} GET http://${w.id}.example.net/ ${w.pick(["-", "kim"])} ${w.pick(["HIER_DIRECT/192.0.2.9", "HIER_NONE/-"])} text/html`,
        time: w.millis,
        program: "squid",
        severity: severityOfCode(code),
      };
    },
  },
  {
    title: "PostgreSQL",
    file: "postgresql.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("LOG=6 ERROR=3 FATAL=2 PANIC=0 WARNING=4 NOTICE=5 INFO=6"));
      const message = w.pick([
        `relation "${w.id}" does not exist at character 15`,
        `checkpoint complete: wrote ${w.below(900)} buffers ${w.id}`,
        `connection received: host=${w.ip} port=${w.port} ${w.id}`,
      ]);
      const tail = level === "ERROR" ? `\n${w.at("%Y-%m-%d %H:%M:%S.%3")} UTC [77] kim@shop STATEMENT:  select 1` : "";
      return {
        line: `${w.at("%Y-%m-%d %H:%M:%S.%3")} UTC [77] kim@shop ${level}:  ${message}${tail}`,
        time: w.millis,
        program: "postgres",
        severity,
      };
    },
  },
  {
    title: "PostgreSQL's csvlog",
    file: "postgresql.csv",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("LOG=6 ERROR=3 FATAL=2 WARNING=4 NOTICE=5"));
      return {
        line: `${w.at("%Y-%m-%d %H:%M:%S.%3")} UTC,"kim","shop",${w.pid},"${w.ip}:${w.port}",655c.77,${1 + w.below(90)},"SELECT",${w.at("%Y-%m-%d %H:00:00")} UTC,4/${w.below(900)},0,${level},42P01,"relation ""${w.id}"" does not exist",,,,,,"select * from carts where a = 'b, c'",15,,"psql","client backend",,0`,
        time: w.millis,
        program: "postgres",
        severity,
      };
    },
  },
  {
    title: "MySQL 5.7",
    file: "error.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("Note=6 Warning=4 ERROR=3"));
      const message = w.pick([
        `Access denied for user '${w.id}'@'${w.ip}' (using password: YES)`,
        `InnoDB: page_cleaner: 1000ms intended loop took ${w.below(9000)}ms. ${w.id}`,
        `Aborted connection ${w.id} to db: 'shop' user: 'kim'`,
      ]);
      return {
        line: `${w.at("%Y-%m-%dT%H:%M:%S.%6")}Z ${w.below(900)} [${level}] ${message}`,
        time: w.time,
        program: "mysqld",
        severity,
      };
    },
  },
  {
    title: "MariaDB",
    file: "mariadb.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("Note=6 Warning=4 ERROR=3"));
      const message = w.pick([
        `InnoDB: Buffer pool(s) load completed at ${w.id}`,
        `Aborted connection ${w.id} to db: 'shop' user: 'kim' host: '${w.ip}' (Got timeout reading communication packets)`,
        `Server socket created on IP: '${w.ip}'. ${w.id}`,
      ]);
      return {
        line: `${w.at("%Y-%m-%d")} ${w.at("%-H").padStart(2)}${w.at(":%M:%S")} ${w.below(900)} [${level}] ${message}`,
        time: w.seconds,
        program: "mariadbd",
        severity,
      };
    },
  },
  {
    title: "Caddy",
    file: "caddy.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("info=6 warn=4 error=3 debug=7"));
      const logger = w.pick(["http.log.access.log0", "tls.obtain", "admin.api"]);
      return {
        line: JSON.stringify({
          level,
          ts: w.time / 1e6,
          logger,
          msg: `handled request ${w.id}`,
          request: { remote_ip: w.ip, method: "GET", uri: "/a" },
          duration: 0.01,
          status: 200,
        }),
        time: w.time,
        program: logger,
        severity,
      };
    },
  },
  {
    title: "Traefik's accesses",
    file: "traefik.log",
    make: (w) => {
      const code = w.pick(codes);
      return {
        line: `${w.ip} - ${w.pick(["-", "kim"])} [${w.at("%d/%b/%Y:%H:%M:%S")} +0000] "GET /${w.id}?a=b HTTP/2.0" ${code} ${w.below(9000)} "-" "-" ${w.index} "web@docker" "http://192.0.2.4:80" ${w.below(900)}ms`,
        time: w.seconds,
        severity: severityOfCode(code),
      };
    },
  },
  {
    title: "nginx's errors with an upstream",
    file: "error.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("error=3 warn=4 crit=2 alert=1 emerg=0 notice=5 info=6"));
      const message = w.pick([
        `upstream timed out (110: Connection timed out) while reading response header from upstream`,
        `connect() failed (111: Connection refused) while connecting to upstream`,
        `open() "/srv/www/${w.pid}.ico" failed (2: No such file or directory)`,
      ]);
      return {
        line: `${w.at("%Y/%m/%d %H:%M:%S")} [${level}] ${w.pid}#${w.pid}: *${w.index} ${message}, client: ${w.ip}, server: shop.example.org, request: "GET /${w.id} HTTP/1.1", upstream: "http://192.0.2.4:8080/a", host: "shop.example.org"`,
        time: w.seconds,
        program: "nginx",
        severity,
      };
    },
  },
  {
    title: "InfluxDB",
    file: "influxdb.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("info=6 warn=4 error=3 debug=7"));
      return {
        line: `ts=${w.at("%Y-%m-%dT%H:%M:%S.%6")}Z lvl=${level} msg="TSM compaction (start) ${w.id}" log_id=0mgqoQBW000 engine=tsm1 tsm1_level=1 op_event=start`,
        time: w.time,
        severity,
      };
    },
  },
  {
    title: "Elasticsearch",
    file: "shop_server.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INFO=6 WARN=4 ERROR=3 DEBUG=7"));
      const program = w.pick(["o.e.c.m.MetadataCreateIndexService", "o.e.n.Node", "o.e.x.s.a.AuthenticationService"]);
      return {
        line: `[${w.at("%Y-%m-%dT%H:%M:%S,%3")}][${level.padEnd(5)}][${program.padEnd(25)}] [es-7] ${w.pick(["[shop-2026] creating index", "started", "[gc][77] overhead"])} ${w.id}`,
        time: w.millis,
        program,
        severity,
      };
    },
  },
  {
    title: "RabbitMQ",
    file: "rabbit.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("info=6 warning=4 error=3 debug=7 notice=5"));
      return {
        line: `${w.at("%Y-%m-%d %H:%M:%S.%6")}+00:00 [${level}] <0.${w.pid}.0> ${w.pick(["accepting AMQP connection", "closing AMQP connection", "Error on AMQP connection", "Server startup complete; 4 plugins started."])} ${w.id} (${w.ip}:${w.port} -> 192.0.2.4:5672)`,
        time: w.time,
        severity,
      };
    },
  },
  {
    title: "Kafka",
    file: "server.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INFO=6 WARN=4 ERROR=3 TRACE=7"));
      const program = w.pick([
        "kafka.log.LogManager",
        "kafka.server.KafkaServer",
        "org.apache.kafka.clients.NetworkClient",
        "state.change.logger",
      ]);
      return {
        line: `[${w.at("%Y-%m-%d %H:%M:%S,%3")}] ${level} ${w.pick(["[GroupCoordinator 1]: ", "[Log partition=a-0, dir=/d] ", ""])}Stabilized group ${w.id} generation 7 (${program})`,
        time: w.millis,
        program,
        severity,
      };
    },
  },
  {
    title: "MongoDB before 4.4",
    file: "mongod.log",
    make: (w) => {
      const [letter, severity] = w.pick(levelsOf("I=6 W=4 E=3 F=2 D=7"));
      const program = w.pick(["NETWORK", "COMMAND", "STORAGE", "REPL", "ACCESS"]);
      return {
        line: `${w.at("%Y-%m-%dT%H:%M:%S.%3")}+0000 ${letter} ${program.padEnd(8)} [${w.pick(["listener", "conn77", "initandlisten", "thread1"])}] connection accepted from ${w.ip}:${w.port} #${w.id} (1 connection now open)`,
        time: w.millis,
        program,
        severity,
      };
    },
  },
  {
    title: "Vault",
    file: "vault.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INFO=6 WARN=4 ERROR=3 DEBUG=7 TRACE=7"));
      const program = w.pick(["core", "core.cluster-listener", "expiration", "secrets.kv.kv_77"]);
      return {
        line: `${w.at("%Y-%m-%dT%H:%M:%S.%3")}Z ${`[${level}]`.padEnd(7)} ${program}: security barrier not initialized: id=${w.id}`,
        time: w.millis,
        program,
        severity,
      };
    },
  },
  {
    title: "CockroachDB",
    file: "cockroach.log",
    make: (w) => {
      const [letter, severity] = w.pick(levelsOf("I=6 W=4 E=3 F=2"));
      return {
        line: `${letter}${w.at("%y%m%d %H:%M:%S.%6")} ${w.pid} ${w.pick(["server/status/runtime_log.go:47", "1@util/log/event_log.go:32", "kv/kvserver/store.go:1337"])} ⋮ [T1,n1] ${w.index}  runtime stats: 216 MiB RSS ${w.id}`,
        time: w.time,
        severity,
      };
    },
  },
  {
    title: "Jellyfin",
    file: "jellyfin.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INF=6 WRN=4 ERR=3 DBG=7 FTL=2"));
      const program = w.pick([
        "Main",
        "Emby.Server.Implementations.Library.LibraryManager",
        "Jellyfin.Networking.NetworkManager",
      ]);
      return {
        line: `[${w.at("%Y-%m-%d %H:%M:%S.%3")} +00:00] [${level}] [${w.below(90)}] ${program}: Loaded plugin ${w.id}`,
        time: w.millis,
        program,
        severity,
      };
    },
  },
  {
    title: "Sonarr",
    file: "sonarr.txt",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("Info=6 Warn=4 Error=3 Debug=7 Trace=7 Fatal=2"));
      const program = w.pick(["RssSyncService", "DownloadDecisionMaker", "HttpClient"]);
      return {
        line: `${w.at("%Y-%m-%d %H:%M:%S.%3")}|${level}|${program}|Starting ${w.id}`,
        time: w.millis,
        program,
        severity,
      };
    },
  },
  {
    title: "Icinga 2",
    file: "icinga2.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("information=6 warning=4 critical=2 notice=5 debug=7"));
      const program = w.pick(["WorkQueue", "ApiListener", "ConfigObject", "cli"]);
      return {
        line: `[${w.at("%Y-%m-%d %H:%M:%S")} +0000] ${level}/${program}: #5 items: 0, rate: 2.5/s ${w.id}`,
        time: w.seconds,
        program,
        severity,
      };
    },
  },
  {
    title: "Graylog's server",
    file: "graylog.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INFO=6 WARN=4 ERROR=3"));
      const program = w.pick(["CmdLineTool", "AbstractTcpTransport", "ServerBootstrap"]);
      return {
        line: `${w.at("%Y-%m-%dT%H:%M:%S.%3", 1)}+01:00 ${level.padEnd(5)} [${program}] Loaded plugin: ${w.id} [org.graylog.plugins]`,
        time: w.millis,
        program,
        severity,
      };
    },
  },
];
