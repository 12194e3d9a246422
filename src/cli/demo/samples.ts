import { join } from "node:path";
import alertmanager from "../../../data/samples/alertmanager.log" with { type: "file" };
import apacheAccess from "../../../data/samples/apache-access.log" with { type: "file" };
import apacheError from "../../../data/samples/apache-error.log" with { type: "file" };
import auth from "../../../data/samples/auth.log" with { type: "file" };
import dpkg from "../../../data/samples/dpkg.log" with { type: "file" };
import nginxAccess from "../../../data/samples/nginx-access.log.gz" with { type: "file" };
import nginxError from "../../../data/samples/nginx-error.log" with { type: "file" };
import nodeExporter from "../../../data/samples/node-exporter.log.zst" with { type: "file" };
import postgresql from "../../../data/samples/postgresql.log.gz" with { type: "file" };
import prometheus from "../../../data/samples/prometheus.log" with { type: "file" };
import syslog3164 from "../../../data/samples/syslog-rfc3164.log" with { type: "file" };
import syslog5424 from "../../../data/samples/syslog-rfc5424.log.gz" with { type: "file" };

export interface Sample {
  path: string;
  /** Host for lines that name none. */
  host: string;
  /** Year for times that name none. */
  year: number;
}

/**
 * Each record once: the second formats in data/samples/ are left out. The files are written to `folder` under their own
 * names, which name the program that wrote them; inside the executable they have others.
 */
export async function unpackSamples(folder: string): Promise<Sample[]> {
  const samples: [name: string, source: string, host: string][] = [
    ["auth.log", auth, "bastion-1"],
    ["syslog-rfc3164.log", syslog3164, "bastion-2"],
    ["syslog-rfc5424.log.gz", syslog5424, "bastion-3"],
    ["nginx-access.log.gz", nginxAccess, "web-1"],
    ["nginx-error.log", nginxError, "web-1"],
    ["apache-access.log", apacheAccess, "web-1"],
    ["apache-error.log", apacheError, "web-1"],
    ["prometheus.log", prometheus, "web-1"],
    ["alertmanager.log", alertmanager, "web-1"],
    ["node-exporter.log.zst", nodeExporter, "web-1"],
    ["postgresql.log.gz", postgresql, "db-1"],
    ["dpkg.log", dpkg, "web-1"],
  ];
  return Promise.all(
    samples.map(async ([name, source, host]) => {
      const path = join(folder, name);
      await Bun.write(path, Bun.file(source));
      return { path, host, year: recordedIn };
    }),
  );
}

const recordedIn = 2026;
