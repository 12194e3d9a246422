import { levelsOf, type MadeSet } from "./made-set.ts";

/** What the loggers of languages and the servers of every day write into files of their own. */
export const applicationSets: readonly MadeSet[] = [
  {
    title: "Ruby's logger",
    file: "shop.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("DEBUG=7 INFO=6 WARN=4 ERROR=3 FATAL=2"));
      const name = w.pick(["", "", "worker"]);
      const message = w.pick([
        `order ${w.id} taken`,
        `[${w.hex(8)}-77aa] Started GET "/carts/${w.id}" for ${w.ip}`,
        `Completed 200 OK in ${w.below(900)}ms ${w.id}`,
      ]);
      return {
        line: `${level[0]}, [${w.at("%Y-%m-%dT%H:%M:%S.%6")} #${w.pid}] ${level.padStart(5)} -- ${name}: ${message}`,
        time: w.time,
        ...(name !== "" && { program: name }),
        severity,
      };
    },
  },
  {
    title: "klog",
    file: "kubelet.log",
    make: (w) => {
      const [letter, severity] = w.pick(levelsOf("I=6 W=4 E=3 F=2"));
      const message = w.pick([
        `"Pod status updated" pod="shop/${w.id}" status="ready"`,
        `failed to list *v1.Pod: ${w.id}: Unauthorized`,
        `Error: ${w.id} is gone`,
      ]);
      return {
        line: `${letter}${w.at("%m%d %H:%M:%S.%6")} ${String(w.pid).padStart(7)} ${w.pick(["controller.go:117", "reflector.go:324", "server_v2.go:9"])}] ${message}`,
        time: w.time,
        severity,
      };
    },
  },
  {
    title: "Tomcat",
    file: "catalina.out",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INFO=6 WARNING=4 SEVERE=3 CONFIG=6 FINE=7"));
      const thread = w.pick([
        "main",
        "localhost-startStop-1",
        `http-nio-8080-exec-${w.below(9)}`,
        "Catalina-utility-1",
      ]);
      const [program, method] = w.pick([
        ["org.apache.catalina.startup.Catalina", "start"],
        ["org.apache.coyote.AbstractProtocol", "init"],
        ["org.apache.catalina.core.StandardWrapperValve", "invoke"],
      ] as const);
      const message = w.pick([
        `Server startup in [${w.below(9000)}] milliseconds ${w.id}`,
        `Initializing ProtocolHandler ["${w.id}"]`,
        `Servlet.service() for servlet [${w.id}] threw exception`,
      ]);
      return {
        line: `${w.at("%d-%b-%Y %H:%M:%S.%3")} ${level} [${thread}] ${program}.${method} ${message}`,
        time: w.millis,
        program,
        severity,
      };
    },
  },
  {
    title: "java.util.logging",
    file: "app.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INFO=6 WARNING=4 SEVERE=3 CONFIG=6 FINE=7"));
      const program = w.pick(["org.example.shop.Cart", "org.example.Main", "com.example.db.Pool"]);
      return {
        line: `${w.at("%b %d, %Y %-I:%M:%S %p")} ${program} ${w.pick(["start", "run", "<init>"])}\n${level}: ${w.pick(["Started", "Pool is empty", "Cannot connect"])} ${w.id}`,
        time: w.seconds,
        program,
        severity,
      };
    },
  },
  {
    title: "Redis",
    file: "redis.log",
    make: (w) => {
      const [sign, severity] = w.pick([
        [".", 7],
        ["-", 6],
        ["*", 5],
        ["#", 4],
      ] as const);
      const message = w.pick([
        `Background saving started by pid ${w.id}`,
        `DB saved on disk ${w.id}`,
        `Connection with replica ${w.ip}:6379 lost. ${w.id}`,
        `WARNING overcommit_memory is set to 0! ${w.id}`,
      ]);
      return {
        line: `${w.pid}:${w.pick(["M", "S", "C", "X"])} ${w.at("%d %b %Y %H:%M:%S.%3")} ${sign} ${message}`,
        time: w.millis,
        program: "redis",
        severity,
      };
    },
  },
  {
    title: "Gin",
    file: "web.log",
    make: (w) => {
      const code = w.pick([200, 201, 301, 404, 403, 500, 503]);
      const took = w.pick([`${w.below(900)}.45µs`, `${w.below(900)}.123ms`, "1.2s", "1m2s"]);
      return {
        line: `[GIN] ${w.at("%Y/%m/%d - %H:%M:%S")} | ${code} | ${took.padStart(13)} | ${w.ip.padStart(15)} | ${w.pick(["GET", "POST", "DELETE"]).padEnd(8)} "/api/${w.id}"`,
        time: w.seconds,
        program: "gin",
        severity: code >= 500 ? 3 : code >= 400 ? 4 : 6,
      };
    },
  },
];
