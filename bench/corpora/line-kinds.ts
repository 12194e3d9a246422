/** One kind of message; braces enclose the varying parts (`varying-words.ts`). */
export interface LineKind {
  readonly program: string;
  /** As in syslog. */
  readonly severity: number;
  readonly message: string;
}

/**
 * Messages as programs write them, 63 kinds: programs, and in each its kinds, by frequency. Written so that the rules
 * of data/parser-rules apply to the lines of known programs.
 */
export const lineKinds: readonly LineKind[] = Object.entries<readonly [severity: number, message: string][]>({
  nginx: [
    [6, '{ip} - {user} [{clock}] "{method} {path} HTTP/1.1" {status} {bytes} "-" "curl/8.{digit}" {id}'],
    [
      3,
      '{date} [error] {pid}#{pid}: *{n} upstream timed out (110: Connection timed out) while reading response header from upstream, client: {ip}, server: {site}, request: "{method} {path} HTTP/1.1", upstream: "http://{ip}:8080{path}", host: "{site}"',
    ],
    [
      3,
      '{date} [error] {pid}#{pid}: *{n} open() "/srv/www{path}" failed (2: No such file or directory), client: {ip}, server: {site}, request: "{method} {path} HTTP/1.1", host: "{site}"',
    ],
    [
      4,
      "{date} [warn] {pid}#{pid}: *{n} an upstream response is buffered to a temporary file /var/cache/nginx/proxy_temp/{digit}/{small}/{n}, client: {ip}, server: {site}",
    ],
    [6, "{date} [info] {pid}#{pid}: *{n} client {ip} closed keepalive connection"],
  ],
  checkout: [
    [6, "[{id}] c.s.checkout.OrderController - order {n} of customer {n} placed in {ms} ms"],
    [6, "[{id}] c.s.checkout.PaymentClient - POST https://pay.{site}/v2/charges answered {status} after {ms} ms"],
    [4, "[{id}] c.s.checkout.StockService - article {n} is low on stock: {small} left in warehouse {small}"],
    [
      3,
      "[{id}] c.s.checkout.PaymentClient - java.net.SocketTimeoutException: connect timed out after {ms} ms\n\tat java.base/sun.nio.ch.NioSocketImpl.timedFinishConnect(NioSocketImpl.java:546)\n\tat c.s.checkout.PaymentClient.charge(PaymentClient.java:{small})",
    ],
    [3, "[{id}] o.s.w.s.m.DispatcherServlet - connection refused by upstream {host}:{port}, attempt {digit} of 5"],
    [7, "[{id}] c.z.h.p.HikariPool - pool-1 stats total={small} active={small} idle={digit} waiting={digit}"],
  ],
  api: [
    [6, "request {id} {method} {path} finished with {status} in {ms} ms, {bytes} bytes"],
    [6, "request {id} cache miss for key user:{n}:profile"],
    [4, "request {id} retried {digit} times against {host}:{port}"],
    [3, "request {id} failed: connection refused by upstream {ip}:{port}"],
    [6, "token of {user} renewed, session {hex} valid until {iso}"],
    [4, "rate limit reached for {ip}: {n} requests in {small} s"],
    [7, "gc pause {small} ms, heap {n} of {n} KiB"],
  ],
  postgres: [
    [6, "{iso} UTC [{pid}] {user}@shop LOG:  duration: {ms} ms  statement: SELECT * FROM orders WHERE id = {n}"],
    [6, "{iso} UTC [{pid}] {user}@shop LOG:  connection authorized: user={user} database=shop application_name=api"],
    [6, "{iso} UTC [{pid}] [unknown]@[unknown] LOG:  connection received: host={ip} port={port}"],
    [
      6,
      "{iso} UTC [{pid}] {user}@shop LOG:  disconnection: session time: 0:00:{two}.{three} user={user} database=shop host={ip} port={port}",
    ],
    [3, '{iso} UTC [{pid}] {user}@shop ERROR:  duplicate key value violates unique constraint "orders_pkey"'],
    [3, "{iso} UTC [{pid}] {user}@shop ERROR:  deadlock detected"],
    [2, '{iso} UTC [{pid}] {user}@shop FATAL:  password authentication failed for user "{user}"'],
    [
      6,
      "{iso} UTC [{pid}] LOG:  checkpoint complete: wrote {n} buffers ({small}.{digit}%); write={small}.{three} s, sync=0.{three} s",
    ],
  ],
  sshd: [
    [6, "Accepted publickey for {user} from {ip} port {port} ssh2: ED25519 SHA256:{hex}"],
    [4, "Failed password for {user} from {ip} port {port} ssh2"],
    [4, "Failed password for invalid user {user} from {ip} port {port} ssh2"],
    [6, "Connection closed by authenticating user {user} {ip} port {port} [preauth]"],
    [6, "Received disconnect from {ip} port {port}:11: disconnected by user"],
    [6, "pam_unix(sshd:session): session opened for user {user}(uid={n}) by (uid=0)"],
    [4, "Invalid user {user} from {ip} port {port}"],
  ],
  "": [
    [
      6,
      "%ASA-6-302013: Built inbound TCP connection {n} for outside:{ip}/{port} ({ip}/{port}) to dmz:{ip}/443 ({ip}/443)",
    ],
    [
      6,
      "%ASA-6-302014: Teardown TCP connection {n} for outside:{ip}/{port} to dmz:{ip}/443 duration 0:{two}:{two} bytes {bytes} TCP FINs",
    ],
    [4, '%ASA-4-106023: Deny tcp src outside:{ip}/{port} dst dmz:{ip}/{port} by access-group "outside_in" [0x0, 0x0]'],
    [6, "%ASA-6-106015: Deny TCP (no connection) from {ip}/{port} to {ip}/443 flags RST  on interface outside"],
    [5, "%LINK-3-UPDOWN: Interface GigabitEthernet1/0/{small}, changed state to down"],
    [5, "%LINEPROTO-5-UPDOWN: Line protocol on Interface GigabitEthernet1/0/{small}, changed state to up"],
    [5, "%SYS-5-CONFIG_I: Configured from console by {user} on vty0 ({ip})"],
  ],
  "postfix/smtp": [
    [
      6,
      "{queue}: to=<{user}@{site}>, relay=mx.{site}[{ip}]:25, delay={small}.{digit}, delays=0.1/0/0.{digit}/{digit}, dsn=2.0.0, status=sent (250 2.0.0 Ok: queued as {queue})",
    ],
    [
      4,
      "{queue}: to=<{user}@{site}>, relay=none, delay={n}, delays={n}/0/30/0, dsn=4.4.1, status=deferred (connect to mx.{site}[{ip}]:25: Connection timed out)",
    ],
  ],
  "postfix/smtpd": [
    [6, "connect from {host}[{ip}]"],
    [6, "disconnect from {host}[{ip}] ehlo=1 mail=1 rcpt={digit} data=1 quit=1 commands={small}"],
    [
      4,
      "NOQUEUE: reject: RCPT from unknown[{ip}]: 554 5.7.1 <{user}@{site}>: Relay access denied; from=<{user}@{site}> to=<{user}@{site}> proto=ESMTP helo=<{host}>",
    ],
  ],
  "postfix/qmgr": [[6, "{queue}: from=<{user}@{site}>, size={bytes}, nrcpt={digit} (queue active)"]],
  kernel: [
    [
      4,
      "[{n}.{three}{three}] IN=eth0 OUT= MAC={mac} SRC={ip} DST={ip} LEN={small} TOS=0x00 PREC=0x00 TTL={small} ID={n} PROTO=TCP SPT={port} DPT={port} WINDOW={n} RES=0x00 SYN URGP=0",
    ],
    [
      3,
      "[{n}.{three}{three}] Out of memory: Killed process {pid} (java) total-vm:{n}kB, anon-rss:{n}kB, file-rss:0kB, shmem-rss:0kB, UID:{n} pgtables:{n}kB oom_score_adj:0",
    ],
    [4, "[{n}.{three}{three}] TCP: request_sock_TCP: Possible SYN flooding on port {port}. Sending cookies."],
    [6, "[{n}.{three}{three}] eth{digit}: link up, 1000 Mbps, full duplex"],
  ],
  haproxy: [
    [
      6,
      '{ip}:{port} [{clock}] web~ shop/web{digit} 0/0/{digit}/{small}/{ms} {status} {bytes} - - ---- {small}/{small}/{digit}/{digit}/0 0/0 "{method} {path} HTTP/1.1"',
    ],
    [
      1,
      "Server shop/web{digit} is DOWN, reason: Layer4 timeout, check duration: {n}ms. {digit} active and 0 backup servers left.",
    ],
  ],
  named: [[6, "client @0x7f{hex} {ip}#{port} ({site}): query: {site} IN A +E(0)K ({ip})"]],
  systemd: [
    [6, "Started session-{n}.scope - Session {n} of User {user}."],
    [6, "backup-{n}.service: Deactivated successfully."],
    [4, "worker@{small}.service: Main process exited, code=killed, status=9/KILL"],
  ],
  sudo: [
    [5, "{user} : TTY=pts/{digit} ; PWD=/home/{user} ; USER=root ; COMMAND=/usr/bin/systemctl restart worker@{small}"],
    [6, "pam_unix(sudo:session): session opened for user root(uid=0) by {user}(uid={n})"],
  ],
  CRON: [
    [6, "({user}) CMD (/usr/local/bin/rotate --keep {small} --run {id})"],
    [6, "pam_unix(cron:session): session closed for user {user}"],
  ],
  dhcpd: [
    [6, "DHCPACK on {ip} to {mac} ({host}) via eth{digit}"],
    [6, "DHCPREQUEST for {ip} from {mac} via eth{digit}"],
  ],
  dockerd: [
    [
      6,
      'time="{iso}Z" level=info msg="ignoring event" container={hex}{hex}{hex}{hex} module=libcontainerd namespace=moby topic=/tasks/delete',
    ],
  ],
}).flatMap(([program, kinds]) => kinds.map(([severity, message]) => ({ program, severity, message })));
