import { expect, test } from "vitest";
import { understand } from "./understand.ts";

const cases: [title: string, line: string, fields: Record<string, unknown>][] = [
  [
    "log4j",
    "2026-11-21 09:00:00,123 ERROR [main] org.example.App - boom",
    {
      format: "timed",
      message: "boom",
      severity: 3,
      logger: "org.example.App",
      time: "2026-11-21T09:00:00.123Z",
      tags: { thread: "main" },
    },
  ],
  [
    "Hadoop",
    "2026-11-21 09:00:00,123 INFO [IPC Server handler 5 on 62270] org.example.mapred.TaskListener: JVM with ID 7 asked for a task",
    {
      format: "timed",
      message: "JVM with ID 7 asked for a task",
      severity: 6,
      logger: "org.example.mapred.TaskListener",
      time: "2026-11-21T09:00:00.123Z",
      tags: { thread: "IPC Server handler 5 on 62270" },
    },
  ],
  [
    "Hadoop's file system",
    "261121 090000 148 WARN dfs.DataNode$DataXceiver: receiveBlock blk_77 refused",
    {
      format: "timed",
      message: "receiveBlock blk_77 refused",
      severity: 4,
      logger: "dfs.DataNode$DataXceiver",
      time: "2026-11-21T09:00:00.000Z",
      tags: { pid: "148" },
    },
  ],
  [
    "Spark",
    "26/11/21 09:00:00 INFO executor.Executor: Finished task 3.0 in stage 1.0 (TID 9)",
    {
      format: "timed",
      message: "Finished task 3.0 in stage 1.0 (TID 9)",
      severity: 6,
      logger: "executor.Executor",
      time: "2026-11-21T09:00:00.000Z",
    },
  ],
  [
    "Spark with the class alone",
    "26/11/21 09:00:00 WARN BlockManager: Block rdd_2_0 already exists",
    {
      format: "timed",
      message: "Block rdd_2_0 already exists",
      severity: 4,
      logger: "BlockManager",
      time: "2026-11-21T09:00:00.000Z",
    },
  ],
  [
    "ZooKeeper",
    "2026-11-21 09:00:00,123 - INFO  [QuorumPeer[myid=1]/0:0:0:0:0:0:0:0:2181:FastLeaderElection@774] - Notification time out: 3200",
    {
      format: "timed",
      message: "Notification time out: 3200",
      severity: 6,
      logger: "FastLeaderElection",
      time: "2026-11-21T09:00:00.123Z",
      tags: { thread: "QuorumPeer[myid=1]/0:0:0:0:0:0:0:0:2181", line: "774" },
    },
  ],
  [
    "ZooKeeper 3.5",
    "2026-11-21 09:00:00,123 [myid:2] - WARN  [main:QuorumPeerConfig@103] - no server failure will be tolerated",
    {
      format: "timed",
      message: "no server failure will be tolerated",
      severity: 4,
      logger: "QuorumPeerConfig",
      time: "2026-11-21T09:00:00.123Z",
      tags: { myid: "2", thread: "main", line: "103" },
    },
  ],
  [
    "Kafka",
    "[2026-11-21 09:00:00,123] INFO [KafkaServer id=0] started (kafka.server.KafkaServer)",
    {
      format: "timed",
      message: "[KafkaServer id=0] started",
      severity: 6,
      logger: "kafka.server.KafkaServer",
      time: "2026-11-21T09:00:00.123Z",
    },
  ],
  [
    "Cassandra",
    "INFO  [ReadStage-2] 2026-11-21 09:00:00,123 StorageService.java:123 - Starting up",
    {
      format: "timed",
      message: "Starting up",
      severity: 6,
      time: "2026-11-21T09:00:00.123Z",
      tags: { thread: "ReadStage-2", file_name: "StorageService.java", line: "123" },
    },
  ],
  [
    "Elasticsearch",
    "[2026-11-21T09:00:00,123][WARN ][o.e.b.BootstrapChecks    ] [node-1] max file descriptors too low",
    {
      format: "timed",
      message: "[node-1] max file descriptors too low",
      severity: 4,
      logger: "o.e.b.BootstrapChecks",
      time: "2026-11-21T09:00:00.123Z",
    },
  ],
  [
    "Solr",
    "2026-11-21 09:00:00.123 INFO  (main) [   ] o.a.s.c.CoreContainer Creating cores",
    {
      format: "timed",
      message: "Creating cores",
      severity: 6,
      logger: "o.a.s.c.CoreContainer",
      time: "2026-11-21T09:00:00.123Z",
      tags: { thread: "main" },
    },
  ],
  [
    "ActiveMQ",
    "2026-11-21 09:00:00,123 | INFO  | Broker started | org.apache.activemq.broker.BrokerService | main",
    {
      format: "timed",
      message: "Broker started",
      severity: 6,
      logger: "org.apache.activemq.broker.BrokerService",
      time: "2026-11-21T09:00:00.123Z",
      tags: { thread: "main" },
    },
  ],
  [
    "Tomcat",
    "21-Nov-2026 09:00:00.123 SEVERE [http-nio-8080-exec-1] org.apache.catalina.core.StandardWrapperValve.invoke Servlet.service() threw",
    {
      format: "timed",
      message: "Servlet.service() threw",
      severity: 3,
      logger: "org.apache.catalina.core.StandardWrapperValve",
      time: "2026-11-21T09:00:00.123Z",
      tags: { thread: "http-nio-8080-exec-1", function: "invoke" },
    },
  ],
  [
    "Spring Boot",
    "2026-11-21 09:00:00.123  INFO 71 --- [           main] o.s.b.w.embedded.tomcat.TomcatWebServer  : Tomcat started on port 8080",
    {
      format: "timed",
      message: "Tomcat started on port 8080",
      severity: 6,
      logger: "o.s.b.w.embedded.tomcat.TomcatWebServer",
      time: "2026-11-21T09:00:00.123Z",
      tags: { pid: "71", thread: "main" },
    },
  ],
  [
    "Spring Boot 3 with its application",
    "2026-11-21T09:00:00.123+01:00  WARN 71 --- [shop] [nio-8080-exec-1] o.s.w.s.PageNotFound : No mapping for /a",
    {
      format: "timed",
      message: "No mapping for /a",
      severity: 4,
      logger: "o.s.w.s.PageNotFound",
      program: "shop",
      time: "2026-11-21T08:00:00.123Z",
      tags: { pid: "71", thread: "nio-8080-exec-1" },
    },
  ],
  [
    "Spring Boot's logger of a servlet",
    "2026-11-21T09:00:00.123Z ERROR 71 --- [shop] [nio-8080-exec-1] o.a.c.c.C.[.[.[/].[dispatcherServlet]    : Servlet.service() threw",
    {
      format: "timed",
      message: "Servlet.service() threw",
      severity: 3,
      logger: "o.a.c.c.C.[.[.[/].[dispatcherServlet]",
      program: "shop",
      time: "2026-11-21T09:00:00.123Z",
      tags: { pid: "71", thread: "nio-8080-exec-1" },
    },
  ],
  [
    "Jenkins",
    "2026-11-21 09:00:00.123+0000 [id=31]\tWARNING\thudson.model.Run#execute: build failed",
    {
      format: "timed",
      message: "build failed",
      severity: 4,
      logger: "hudson.model.Run#execute",
      time: "2026-11-21T09:00:00.123Z",
      tags: { thread: "31" },
    },
  ],
  [
    "JBoss",
    "2026-11-21 09:00:00,123 INFO  [org.jboss.as] (MSC service thread 1-2) WFLYSRV0049: starting",
    {
      format: "timed",
      message: "WFLYSRV0049: starting",
      severity: 6,
      logger: "org.jboss.as",
      time: "2026-11-21T09:00:00.123Z",
      tags: { thread: "MSC service thread 1-2" },
    },
  ],
  [
    "Python's logging",
    "2026-11-21 09:00:00,123 - my.module - WARNING - disk at 91 %",
    { format: "timed", message: "disk at 91 %", severity: 4, logger: "my.module", time: "2026-11-21T09:00:00.123Z" },
  ],
  [
    "Python's logging with the root logger",
    "2026-11-21 09:00:00,123 - root - INFO - hello",
    { format: "timed", message: "hello", severity: 6, logger: "root", time: "2026-11-21T09:00:00.123Z" },
  ],
  [
    "certbot",
    "2026-11-21 09:00:00,123:DEBUG:certbot.main:certbot version: 2.1",
    {
      format: "timed",
      message: "certbot version: 2.1",
      severity: 7,
      logger: "certbot.main",
      time: "2026-11-21T09:00:00.123Z",
    },
  ],
  [
    "cloud-init",
    "2026-11-21 09:00:00,123 - util.py[WARNING]: failed to run module",
    {
      format: "timed",
      message: "failed to run module",
      severity: 4,
      time: "2026-11-21T09:00:00.123Z",
      tags: { file_name: "util.py" },
    },
  ],
  [
    "Airflow",
    "[2026-11-21 09:00:00,123] {taskinstance.py:1234} ERROR - Task failed",
    {
      format: "timed",
      message: "Task failed",
      severity: 3,
      time: "2026-11-21T09:00:00.123Z",
      tags: { file_name: "taskinstance.py", line: "1234" },
    },
  ],
  [
    "Celery",
    "[2026-11-21 09:00:00,123: WARNING/ForkPoolWorker-1] retry in 3 s",
    {
      format: "timed",
      message: "retry in 3 s",
      severity: 4,
      time: "2026-11-21T09:00:00.123Z",
      tags: { thread: "ForkPoolWorker-1" },
    },
  ],
  [
    "gunicorn",
    "[2026-11-21 09:00:00 +0000] [71] [INFO] Booting worker",
    { format: "timed", message: "Booting worker", severity: 6, time: "2026-11-21T09:00:00.000Z", tags: { pid: "71" } },
  ],
  [
    "fail2ban",
    "2026-11-21 09:00:00,123 fail2ban.filter         [71]: NOTICE  [sshd] Ban 192.0.2.1",
    {
      format: "timed",
      message: "[sshd] Ban 192.0.2.1",
      severity: 5,
      logger: "fail2ban.filter",
      time: "2026-11-21T09:00:00.123Z",
      tags: { pid: "71" },
    },
  ],
  [
    "loguru",
    "2026-11-21 09:00:00.123 | ERROR    | app.main:run:12 - no route",
    {
      format: "timed",
      message: "no route",
      severity: 3,
      logger: "app.main",
      time: "2026-11-21T09:00:00.123Z",
      tags: { function: "run", line: "12" },
    },
  ],
  [
    "Jupyter",
    "[W 2026-11-21 09:00:00.123 ServerApp] 404 GET /x",
    { format: "timed", message: "404 GET /x", severity: 4, logger: "ServerApp", time: "2026-11-21T09:00:00.123Z" },
  ],
  [
    "OpenStack behind the name of its file",
    'nova-api.log.1.2026-11-21_08:00:00 2026-11-21 09:00:00.123 2931 INFO nova.osapi_compute.wsgi.server [req-3ea4052c-895d-4b64-9e2d-04d64c4d94ab a b - - -] 192.0.2.1 "GET /v2" status: 200',
    {
      format: "timed",
      message: '192.0.2.1 "GET /v2" status: 200',
      severity: 6,
      logger: "nova.osapi_compute.wsgi.server",
      time: "2026-11-21T09:00:00.123Z",
      tags: {
        file_name: "nova-api.log.1.2026-11-21_08:00:00",
        pid: "2931",
        request_id: "req-3ea4052c-895d-4b64-9e2d-04d64c4d94ab",
      },
    },
  ],
  [
    "Monolog",
    "[2026-11-21T09:00:00.5+01:00] production.ERROR: boom {}",
    { format: "timed", message: "boom {}", severity: 3, logger: "production", time: "2026-11-21T08:00:00.500Z" },
  ],
  [
    "zap with a message of one word",
    '2026-11-21T09:00:00.123Z\tinfo\tmain.go:12\thello\t{"a": 1}',
    {
      format: "timed",
      message: 'hello\t{"a": 1}',
      severity: 6,
      time: "2026-11-21T09:00:00.123Z",
      tags: { file_name: "main.go", line: "12" },
    },
  ],
  [
    "zap",
    '2026-11-21T09:00:00.123Z\tINFO\tcontroller.runtime\tmanager/server.go:50\tStarting server\t{"kind": "health"}',
    {
      format: "timed",
      message: 'Starting server\t{"kind": "health"}',
      severity: 6,
      logger: "controller.runtime",
      time: "2026-11-21T09:00:00.123Z",
      tags: { file_name: "manager/server.go", line: "50" },
    },
  ],
  [
    "Go's log with the file",
    "2026/11/21 09:00:00 main.go:12: listening",
    {
      format: "timed",
      message: "listening",
      time: "2026-11-21T09:00:00.000Z",
      tags: { file_name: "main.go", line: "12" },
    },
  ],
  [
    "etcd",
    "2026-11-21 09:00:00.123456 W | etcdserver: read-only range took too long",
    {
      format: "timed",
      message: "read-only range took too long",
      severity: 4,
      logger: "etcdserver",
      time: "2026-11-21T09:00:00.123456Z",
    },
  ],
  [
    "env_logger of Rust",
    "[2026-11-21T09:00:00Z WARN  shop::http] slow",
    { format: "timed", message: "slow", severity: 4, logger: "shop::http", time: "2026-11-21T09:00:00.000Z" },
  ],
  [
    "tracing of Rust",
    "2026-11-21T09:00:00.123456Z ERROR shop::http: no route",
    { format: "timed", message: "no route", severity: 3, logger: "shop::http", time: "2026-11-21T09:00:00.123456Z" },
  ],
  [
    "winston",
    "2026-11-21T09:00:00.123Z warn: queue is long",
    { format: "timed", message: "queue is long", severity: 4, time: "2026-11-21T09:00:00.123Z" },
  ],
  [
    "log4js",
    "[2026-11-21T09:00:00.123] [ERROR] default - no route",
    { format: "timed", message: "no route", severity: 3, logger: "default", time: "2026-11-21T09:00:00.123Z" },
  ],
  [
    "Serilog",
    "2026-11-21 09:00:00.123 +01:00 [WRN] HTTP GET / responded 500",
    { format: "timed", message: "HTTP GET / responded 500", severity: 4, time: "2026-11-21T08:00:00.123Z" },
  ],
  [
    "NLog",
    "2026-11-21 09:00:00.1234|ERROR|Shop.Orders.Service|order lost",
    {
      format: "timed",
      message: "order lost",
      severity: 3,
      logger: "Shop.Orders.Service",
      time: "2026-11-21T09:00:00.123400Z",
    },
  ],
  [
    "log4net",
    "2026-11-21 09:00:00,123 [7] FATAL Shop.Orders - gone",
    {
      format: "timed",
      message: "gone",
      severity: 2,
      logger: "Shop.Orders",
      time: "2026-11-21T09:00:00.123Z",
      tags: { pid: "7" },
    },
  ],
  [
    "RabbitMQ",
    "2026-11-21 09:00:00.123456+00:00 [warning] <0.222.0> closing connection",
    {
      format: "timed",
      message: "closing connection",
      severity: 4,
      time: "2026-11-21T09:00:00.123456Z",
      tags: { thread: "0.222.0" },
    },
  ],
  [
    "CouchDB",
    "[notice] 2026-11-21T09:00:00.123456Z couchdb@localhost <0.9.0> -------- started",
    {
      format: "timed",
      message: "couchdb@localhost <0.9.0> -------- started",
      severity: 5,
      time: "2026-11-21T09:00:00.123456Z",
    },
  ],
  [
    "MongoDB 4.2",
    "2026-11-21T09:00:00.123+0000 W NETWORK  [conn1] slow",
    { format: "timed", message: "[conn1] slow", severity: 4, logger: "NETWORK", time: "2026-11-21T09:00:00.123Z" },
  ],
  [
    "Windows' servicing",
    "2026-11-21 09:00:00, Info                  CBS    Loaded Servicing Stack v6.1",
    {
      format: "timed",
      message: "Loaded Servicing Stack v6.1",
      severity: 6,
      logger: "CBS",
      time: "2026-11-21T09:00:00.000Z",
    },
  ],
  [
    "Windows' errors of setup",
    "2026-11-21 09:00:00, Error                 DISM   Failed to open the package",
    {
      format: "timed",
      message: "Failed to open the package",
      severity: 3,
      logger: "DISM",
      time: "2026-11-21T09:00:00.000Z",
    },
  ],
  [
    "a phone's steps",
    "20261121-09:00:00:606|Step_Counter|30002312|onStandStepChanged 3579",
    {
      format: "timed",
      message: "onStandStepChanged 3579",
      logger: "Step_Counter",
      time: "2026-11-21T09:00:00.606Z",
      tags: { pid: "30002312" },
    },
  ],
  [
    "a phone's steps without zeros",
    "20261121-9:0:5:7|Step_Counter|30002312|calculate 7",
    {
      format: "timed",
      message: "calculate 7",
      logger: "Step_Counter",
      time: "2026-11-21T09:00:05.007Z",
      tags: { pid: "30002312" },
    },
  ],
  [
    "Proxifier",
    "[11.21 09:00:00] chrome.exe - proxy.example.org:5070 open through proxy",
    {
      format: "timed",
      message: "proxy.example.org:5070 open through proxy",
      program: "chrome.exe",
      time: "2026-11-21T09:00:00.000Z",
    },
  ],
  [
    "Proxifier, 64 bits",
    "[11.21 09:00:00] backup.exe *64 - proxy.example.org:5070 close, 0 bytes sent",
    {
      format: "timed",
      message: "proxy.example.org:5070 close, 0 bytes sent",
      program: "backup.exe",
      time: "2026-11-21T09:00:00.000Z",
    },
  ],
  [
    "Zabbix",
    "    71:20261121:090000.123 server #0 started",
    { format: "timed", message: "server #0 started", time: "2026-11-21T09:00:00.123Z", tags: { pid: "71" } },
  ],
  [
    "vsftpd",
    'Sat Nov 21 09:00:00 2026 [pid 71] CONNECT: Client "192.0.2.1"',
    { format: "timed", message: 'CONNECT: Client "192.0.2.1"', time: "2026-11-21T09:00:00.000Z", tags: { pid: "71" } },
  ],
  [
    "CUPS",
    "E [21/Nov/2026:09:00:00 +0000] [Job 1] stopped",
    { format: "cups", program: "cupsd", message: "[Job 1] stopped", severity: 3, time: "2026-11-21T09:00:00.000Z" },
  ],
  [
    "multilog",
    "@4000000069202a1a0751bb80 up and running",
    { format: "timed", message: "up and running", time: "2025-11-21T09:00:00.122796Z" },
  ],
  [
    "a day with points",
    "21.11.2026 09:00:00 backup done",
    { format: "timed", message: "backup done", time: "2026-11-21T09:00:00.000Z" },
  ],
  [
    "a day with the month in front",
    "11/21/2026 9:00:00 AM backup done",
    { format: "timed", message: "backup done", time: "2026-11-21T09:00:00.000Z" },
  ],
  [
    "a day with a month's name",
    "21 November 2026 09:00:00 backup done",
    { format: "timed", message: "backup done", time: "2026-11-21T09:00:00.000Z" },
  ],
  [
    "the mail's form of a date",
    "Sat, 21 Nov 2026 09:00:00 GMT express:router dispatching",
    { format: "timed", message: "express:router dispatching", time: "2026-11-21T09:00:00.000Z" },
  ],
  [
    "fourteen digits",
    "20261121090000 backup done",
    { format: "timed", message: "backup done", time: "2026-11-21T09:00:00.000Z" },
  ],
  ["a short hour", "2026-11-21  9:00:00 up", { format: "timed", message: "up", time: "2026-11-21T09:00:00.000Z" }],
  [
    "columns by bars",
    "2026-11-21 09:00:00|backup done",
    { format: "timed", message: "backup done", time: "2026-11-21T09:00:00.000Z" },
  ],
];

test.each(cases)("when a line is of %s, then each part is found", (_title, line, fields) => {
  expect(understand(line)).toEqual(fields);
});

test.each([
  ["a word of speech", "2026-11-21 09:00:00 Error opening the file", "Error opening the file"],
  ["a sentence with a level in it", "2026-11-21 09:00:00 an ERROR. was found", "an ERROR. was found"],
  ["a bracket without a level", "2026-11-21 09:00:00 [worker-3] doing things", "[worker-3] doing things"],
  ["an error's number", "2026-11-21 09:00:00 ERROR [Errno 2] No such file", "[Errno 2] No such file"],
  ["a sentence with a colon behind the level", "2026-11-21 09:00:00 INFO user: alice", "user: alice"],
  ["an exception behind the level", "2026-11-21 09:00:00 ERROR ValueError: bad", "ValueError: bad"],
  ["an address", "2026-11-21 09:00:00 WARN 192.0.2.1: gone", "192.0.2.1: gone"],
])("when what stands behind the time is %s, then it stays in the message", (_title, line, message) => {
  const fields = understand(line);
  expect({ message: fields.message, logger: fields.logger, tags: fields.tags }).toEqual({ message });
});

test.each([
  ["a date in a sentence", "The certificate ends on 2030-01-01 00:00:00"],
  ["two words in front of a date", "Backup finished 2026-11-21 09:00:00"],
  ["a number with points", "10.4.2 is out"],
  ["a clock without a date", "09:00:00 started"],
  ["no such day", "31.02.2026 09:00:00 x"],
  ["a thirteenth month of twelve digits", "20261321090000 x"],
])("when a line has %s, then it is text without a time", (_title, line) => {
  expect(understand(line)).toEqual({ format: "text", message: line });
});
