import { describe, expect, test } from "vitest";
import { understand } from "../understand.ts";

const stamp = "msg=audit(1763715600.243:24287):";
const time = "2025-11-21T09:00:00.243Z";

describe("Linux audit", () => {
  const cases: [title: string, line: string, fields: Record<string, unknown>][] = [
    [
      "a system call that was refused",
      `type=SYSCALL ${stamp} arch=c000003e syscall=2 success=no exit=-13 ppid=2686 pid=3538 auid=1000 tty=(none) comm="cat" exe="/bin/cat" key="sshd_config"`,
      {
        severity: 4,
        message:
          'SYSCALL arch=c000003e syscall=2 success=no exit=-13 ppid=2686 pid=3538 auid=1000 tty=(none) comm="cat" exe="/bin/cat" key="sshd_config"',
        tags: {
          audit_type: "SYSCALL",
          arch: "c000003e",
          syscall: "2",
          success: "no",
          exit: "-13",
          ppid: "2686",
          pid: "3538",
          auid: "1000",
          comm: "cat",
          exe: "/bin/cat",
          key: "sshd_config",
        },
      },
    ],
    [
      "a login with quotes in quotes",
      `node=web-1 type=USER_LOGIN ${stamp} pid=1 uid=0 msg='op=login acct="root" exe="/usr/sbin/sshd" hostname=? addr=192.0.2.1 terminal=ssh res=failed'`,
      {
        host: "web-1",
        severity: 4,
        message: `USER_LOGIN pid=1 uid=0 msg='op=login acct="root" exe="/usr/sbin/sshd" hostname=? addr=192.0.2.1 terminal=ssh res=failed'`,
        tags: {
          audit_type: "USER_LOGIN",
          pid: "1",
          uid: "0",
          op: "login",
          acct: "root",
          exe: "/usr/sbin/sshd",
          src_ip: "192.0.2.1",
          terminal: "ssh",
          res: "failed",
        },
      },
    ],
    [
      "a denial of SELinux",
      `type=AVC ${stamp} avc:  denied  { getattr } for  pid=3 comm="httpd" path="/srv/a b" scontext=a:b:c:s0`,
      {
        severity: 4,
        message: 'AVC avc:  denied  { getattr } for  pid=3 comm="httpd" path="/srv/a b" scontext=a:b:c:s0',
        tags: { audit_type: "AVC", pid: "3", comm: "httpd", path: "/srv/a b", scontext: "a:b:c:s0" },
      },
    ],
    [
      "a record of old, with a list in round brackets",
      `type=USER_AUTH ${stamp} user pid=3 msg='PAM: authentication acct="bob" : exe="/bin/su" (hostname=web-1, addr=192.0.2.9, terminal=pts/0 res=success)'`,
      {
        severity: 6,
        message: `USER_AUTH user pid=3 msg='PAM: authentication acct="bob" : exe="/bin/su" (hostname=web-1, addr=192.0.2.9, terminal=pts/0 res=success)'`,
        tags: {
          audit_type: "USER_AUTH",
          pid: "3",
          acct: "bob",
          exe: "/bin/su",
          hostname: "web-1",
          src_ip: "192.0.2.9",
          terminal: "pts/0",
          res: "success",
        },
      },
    ],
    [
      "a command line in hexadecimal",
      `type=PROCTITLE ${stamp} proctitle=636174002F6574632F737368`,
      {
        severity: 6,
        message: "PROCTITLE proctitle=636174002F6574632F737368",
        tags: { audit_type: "PROCTITLE", proctitle: "cat /etc/ssh" },
      },
    ],
    [
      "names behind the record, as auditd adds them",
      `type=SYSCALL ${stamp} arch=c000003e success=yes\u001dARCH=x86_64 SYSCALL=openat`,
      {
        severity: 6,
        message: "SYSCALL arch=c000003e success=yes\u001dARCH=x86_64 SYSCALL=openat",
        tags: { audit_type: "SYSCALL", arch: "c000003e", success: "yes", ARCH: "x86_64", SYSCALL: "openat" },
      },
    ],
  ];
  test.each(cases)("when a line is %s, then each part is found", (_title, line, fields) => {
    const common = { format: "audit", time, program: "audit", facility: 13, extra: { serial: "24287" } };
    expect(understand(line)).toEqual({ ...common, ...fields });
  });

  test("when the stamp is broken, then the line is read as any other", () => {
    expect(understand("type=CWD msg=audit(soon:1): cwd=x")).toMatchObject({ format: "logfmt" });
  });
});
