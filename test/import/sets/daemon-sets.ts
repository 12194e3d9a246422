import { levelsOf, type MadeSet } from "./made-set.ts";

/** Daemons of mail, names, networks and homes, by the documents of each project. */
export const daemonSets: readonly MadeSet[] = [
  {
    title: "OpenVPN",
    file: "openvpn.log",
    make: (w) => {
      const [lead, severity] = w.pick([
        ["", 6],
        ["WARNING: ", 4],
        ["NOTE: ", 6],
        [`${w.ip}:${w.port} `, 6],
      ] as const);
      return {
        line: `${w.at("%Y-%m-%d %H:%M:%S")} ${lead}TLS: Initial packet from [AF_INET], sid=${w.id}`,
        time: w.seconds,
        severity,
      };
    },
  },
  {
    title: "Exim",
    file: "mainlog",
    make: (w) => {
      const message = w.pick([
        `1rAbCd-0003Ef-Gh => ${w.id}@example.net R=dnslookup T=remote_smtp H=mx.example.net [192.0.2.9] C="250 ok"`,
        `1rAbCd-0003Ef-Gh <= kim@example.org H=(${w.id}) [${w.ip}] P=esmtp S=1024`,
        `1rAbCd-0003Ef-Gh Completed ${w.id}`,
        `no host name found for IP address ${w.ip} ${w.id}`,
        `H=(${w.id}) [${w.ip}] F=<a@example.org> rejected RCPT <b@example.org>: relay not permitted`,
      ]);
      return { line: `${w.at("%Y-%m-%d %H:%M:%S")} ${message}`, time: w.seconds };
    },
  },
  {
    title: "Dovecot's own file",
    file: "dovecot.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("Info=6 Warning=4 Error=3 Fatal=2 Panic=0 Debug=7"));
      const [tag, program] = w.pick([
        ["imap-login", "imap-login"],
        ["auth-worker(77)", "auth-worker"],
        ["imap(kim)<77><AbC>", "imap"],
        ["lmtp(kim@example.org)<9><b>", "lmtp"],
        ["master", "master"],
      ] as const);
      return {
        line: `${w.at("%b %d %H:%M:%S")} ${tag}: ${level}: Login: user=<${w.id}>, method=PLAIN, rip=${w.ip}`,
        time: w.seconds,
        program,
        severity,
      };
    },
  },
  {
    title: "Samba",
    file: "log.smbd",
    make: (w) => {
      const [level, severity] = w.pick([
        [0, 3],
        [1, 4],
        [2, 5],
        [3, 5],
        [6, 6],
        [10, 7],
      ] as const);
      return {
        line: `[${w.at("%Y/%m/%d %H:%M:%S.%6")},  ${level}] ../../source3/smbd/server.c:${w.below(900)}(main)\n  smbd version 4.17 started ${w.id}.\n  Copyright Andrew Tridgell and the Samba Team 1992-2022`,
        time: w.time,
        program: "samba",
        severity,
      };
    },
  },
  {
    title: "fail2ban",
    file: "fail2ban.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INFO=6 NOTICE=5 WARNING=4 ERROR=3 DEBUG=7"));
      const program = w.pick(["fail2ban.filter", "fail2ban.actions", "fail2ban.server", "fail2ban.jail"]);
      return {
        line: `${w.at("%Y-%m-%d %H:%M:%S,%3")} ${program.padEnd(24)}[${w.pid}]: ${level.padEnd(7)} [sshd] Found ${w.ip} - ${w.id}`,
        time: w.millis,
        program,
        severity,
      };
    },
  },
  {
    title: "Zabbix",
    file: "zabbix_server.log",
    make: (w) => ({
      line: `${String(w.pid).padStart(6)}:${w.at("%Y%m%d:%H%M%S.%3")} ${w.pick(["server #0 started", "cannot send list of active checks to", "item became not supported: "])} ${w.id}`,
      time: w.millis,
    }),
  },
  {
    title: "Mosquitto",
    file: "mosquitto.log",
    make: (w) => ({
      line: `${w.at("%s")}: ${w.pick(["New connection from", "Client disconnected:", "mosquitto version 2.0.11 starting"])} ${w.ip} ${w.id}`,
      time: w.seconds,
    }),
  },
  {
    title: "Unbound",
    file: "unbound.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("info=6 notice=5 warning=4 error=3 debug=7"));
      return {
        line: `[${w.at("%s")}] unbound[${w.pid}:0] ${level}: resolving ${w.id}.example.org. A IN`,
        time: w.seconds,
        program: "unbound",
        severity,
      };
    },
  },
  {
    title: "Tor",
    file: "tor.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("notice=5 warn=4 err=3 info=6 debug=7"));
      return {
        line: `${w.at("%b %d %H:%M:%S.%3")} [${level}] ${w.pick(["Bootstrapped 100% (done): Done", "Opening Socks listener on", "Your IP address seems to have changed"])} ${w.id}`,
        time: w.millis,
        severity,
      };
    },
  },
  {
    title: "CUPS",
    file: "error_log",
    make: (w) => {
      const [letter, severity] = w.pick(levelsOf("E=3 W=4 I=6 D=7 N=5 C=2 A=1 X=0"));
      return {
        line: `${letter} [${w.at("%d/%b/%Y:%H:%M:%S")} +0000] ${w.pick(["[Job 17]", "[Client 3]", "[cups-driverd]"])} ${w.id}: stopped with status 1`,
        time: w.seconds,
        program: "cupsd",
        severity,
      };
    },
  },
  {
    title: "lighttpd",
    file: "lighttpd.log",
    make: (w) => ({
      line: `${w.at("%Y-%m-%d %H:%M:%S")}: ${w.pick(["(server.c.1939)", "(mod_fastcgi.c.421)", "(connections.c.77)"])} server started (lighttpd/1.4.69) ${w.id}`,
      time: w.seconds,
    }),
  },
  {
    title: "Prosody",
    file: "prosody.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("info=6 warn=4 error=3 debug=7"));
      const program = w.pick(["mod_posix", "c2s55d1b2c3", "example.org:tls", "portmanager"]);
      return {
        line: `${w.at("%b %d %H:%M:%S")} ${program}\t${level}\tClient connected ${w.id}`,
        time: w.seconds,
        program,
        severity,
      };
    },
  },
  {
    title: "ejabberd",
    file: "ejabberd.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("info=6 warning=4 error=3 debug=7 critical=2"));
      return {
        line: `${w.at("%Y-%m-%d %H:%M:%S.%6")}+00:00 [${level}] <0.${w.pid}.0>@ejabberd_c2s:process_auth_result/3:${w.below(900)} (tls|<0.1.0>) Failed c2s PLAIN authentication for ${w.id}@example.org from ${w.ip}`,
        time: w.time,
        severity,
      };
    },
  },
  {
    title: "TeamSpeak",
    file: "ts3server.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INFO=6 WARNING=4 ERROR=3 DEBUG=7 CRITICAL=2"));
      const program = w.pick(["VirtualServerBase", "ServerLibPriv", "Query"]);
      return {
        line: `${w.at("%Y-%m-%d %H:%M:%S.%6")}|${level.padEnd(8)}|${program.padEnd(14)}|1  |client connected '${w.id}'(id:7) from ${w.ip}:${w.port}`,
        time: w.time,
        program,
        severity,
      };
    },
  },
  {
    title: "SpamAssassin",
    file: "spamd.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("info=6 warn=4 error=3 dbg=7"));
      return {
        line: `${w.at("%a %b %e %H:%M:%S %Y")} [${w.pid}] ${level}: spamd: clean message (0.1/5.0) for ${w.id}:1000 in 0.7 seconds, 1024 bytes.`,
        time: w.seconds,
        severity,
      };
    },
  },
  {
    title: "ClamAV",
    file: "clamav.log",
    make: (w) => {
      const [lead, severity] = w.pick([
        ["", 6],
        ["WARNING: ", 4],
        ["ERROR: ", 3],
      ] as const);
      return {
        line: `${w.at("%a %b %e %H:%M:%S %Y")} -> ${lead}/tmp/${w.id}: Eicar-Signature FOUND`,
        time: w.seconds,
        severity,
      };
    },
  },
  {
    title: "Certbot",
    file: "letsencrypt.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("DEBUG=7 INFO=6 WARNING=4 ERROR=3"));
      const program = w.pick(["certbot._internal.main", "acme.client", "certbot._internal.log"]);
      return {
        line: `${w.at("%Y-%m-%d %H:%M:%S,%3")}:${level}:${program}:certbot version: 2.1.0 ${w.id}`,
        time: w.millis,
        program,
        severity,
      };
    },
  },
  {
    title: "Keepalived",
    file: "keepalived.log",
    make: (w) => ({
      line: `${w.at("%a %b %e %H:%M:%S %Y")}: (${w.id}) Entering ${w.pick(["MASTER", "BACKUP", "FAULT"])} STATE`,
      time: w.seconds,
    }),
  },
  {
    title: "qBittorrent",
    file: "qbittorrent.log",
    make: (w) => {
      const [letter, severity] = w.pick(levelsOf("N=5 I=6 W=4 C=2"));
      return {
        line: `(${letter}) ${w.at("%Y-%m-%dT%H:%M:%S")} - Detected external IP. IP: "${w.ip}" ${w.id}`,
        time: w.seconds,
        severity,
      };
    },
  },
  {
    title: "Asterisk's queues",
    file: "queue_log",
    make: (w) => ({
      line: `${w.at("%s")}|${w.id}.77|support|SIP/7|${w.pick(["CONNECT", "ENTERQUEUE", "COMPLETECALLER"])}|7|${w.pid}`,
      time: w.seconds,
    }),
  },
  {
    title: "NX-OS",
    file: "switch.log",
    make: (w) => {
      const severity = w.below(8);
      return {
        line: `${w.at("%Y %b %e %H:%M:%S")} sw-7 %ETHPORT-${severity}-IF_DOWN_LINK_FAILURE: Interface Ethernet1/${w.below(48)} is down (${w.id})`,
        time: w.seconds,
        host: "sw-7",
        severity,
      };
    },
  },
  {
    title: "OpenLDAP's own file",
    file: "slapd.log",
    make: (w) => {
      const micros = w.time % 1_000_000;
      const seconds = Math.floor(w.time / 1e6).toString(16);
      return {
        line: `${seconds}.${(micros * 1000).toString(16).padStart(8, "0")} 0x7f${w.hex(10)} conn=${w.below(9000)} op=1 SEARCH RESULT tag=101 err=0 qtime=0.000010 etime=0.000200 nentries=1 text=${w.id}`,
        time: w.time,
        program: "slapd",
      };
    },
  },
];
