import { levelsOf, type MadeSet } from "./made-set.ts";

/**
 * The sixteen systems whose logs researchers publish and everybody tries a log tool with; their lines rewritten with
 * names and addresses of ours.
 */
export const researchSets: readonly MadeSet[] = [
  {
    title: "Android",
    file: "android.log",
    make: (w) => {
      const [letter, severity] = w.pick(levelsOf("V=7 D=7 I=6 W=4 E=3 F=2"));
      const tag = w.pick([
        "PowerManagerService",
        "ActivityManager",
        "WindowManager",
        "chatty  ",
        "AudioTrack",
        "PhoneStatusBar",
        "TextView",
        "am_pss",
      ]);
      const message = w.pick([
        `acquire lock=${w.hex(7)}, flags=0x1, tag="View Lock", name=com.android.systemui, ws=null, uid=10037, pid=2227 ${w.id}`,
        `printFreezingDisplayLogsopening app wtoken = AppWindowToken{${w.hex(7)} token=Token{a64f992 ActivityRecord{${w.hex(7)} u0 com.example/.Main t761}}}, allDrawn= false ${w.id}`,
        `setSystemUiVisibility vis=${w.hex(8)} mask=ffffffff oldVal=40000500 newVal=508 ${w.id}`,
        `visible is system.time.showampm ${w.id}: error: none`,
        `[${w.pid},0,25088,0] ${w.id}`,
      ]);
      return {
        line: `${w.at("%m-%d %H:%M:%S.%3")} ${String(w.pid).padStart(5)} ${String(w.pid).padStart(5)} ${letter} ${tag}: ${message}`,
        time: w.millis,
        program: tag.trim(),
        severity,
      };
    },
  },
  {
    title: "Apache",
    file: "apache.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("error=3 notice=5 warn=4 info=6 crit=2"));
      const message = w.pick([
        `jk2_init() Found child ${w.pid} in scoreboard slot ${w.id}`,
        `[client ${w.ip}] Directory index forbidden by rule: /var/www/${w.id}/`,
        `workerEnv.init() ok /etc/httpd/conf/workers2.properties ${w.id}`,
        `mod_jk child workerEnv in error state ${w.id}`,
        `[client ${w.ip}] File does not exist: /var/www/html/scripts ${w.id}, referer: http://example.org/`,
      ]);
      return {
        line: `[${w.at("%a %b %d %H:%M:%S %Y")}] [${level}] ${message}`,
        time: w.seconds,
        program: "apache",
        severity,
      };
    },
  },
  {
    title: "BGL",
    file: "bgl.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INFO=6 FATAL=2 ERROR=3 WARNING=4 SEVERE=3 FAILURE=3"));
      const program = w.pick(["KERNEL", "APP", "DISCOVERY", "MMCS", "LINKCARD", "MONITOR", "HARDWARE", "SERV_NET"]);
      const node = w.pick([
        `R0${w.below(8)}-M1-N0-C:J12-U11`,
        `R${30 + w.below(8)}-M0-N9-I:J18-U01`,
        "UNKNOWN_LOCATION",
        "R11-M1-L3",
        "NULL",
      ]);
      const kind = node === "NULL" ? "NULL" : "RAS";
      const message = w.pick([
        `instruction cache parity error corrected ${w.id}`,
        `generating core.${w.id}`,
        `ciod: failed to read message prefix on control stream (CioStream socket to ${w.ip}:${w.port} ${w.id}`,
        `${w.below(9000)} double-hummer alignment exceptions ${w.id}`,
        `CE sym ${w.below(40)}, at 0x${w.hex(8)}, mask 0x08 ${w.id}`,
      ]);
      const label = w.pick(["-", "-", "-", "KERNDTLB", "APPREAD", "KERNMNTF"]);
      const time = `${w.at("%Y-%m-%d-%H.%M.%S.%6", -8)}`;
      return {
        line: `${label} ${w.at("%s %Y.%m.%d")} ${node} ${time} ${node} ${kind} ${program} ${level} ${message}`,
        time: w.time,
        ...(node === "NULL" ? {} : { host: node }),
        program,
        severity,
      };
    },
  },
  {
    title: "Hadoop",
    file: "hadoop.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INFO=6 WARN=4 ERROR=3 FATAL=2 DEBUG=7"));
      const thread = w.pick([
        "main",
        "AsyncDispatcher event handler",
        `IPC Server handler ${w.below(30)} on ${w.port}`,
        "RMCommunicator Allocator",
        `ContainerLauncher #${w.below(9)}`,
        "LeaseRenewer:ann@node-41:9000",
        `Socket Reader #1 for port ${w.port}`,
        `fetcher#${w.below(9)}`,
        "CommitterEvent Processor #0",
      ]);
      const program = w.pick([
        "org.apache.hadoop.mapreduce.v2.app.MRAppMaster",
        "org.apache.hadoop.ipc.Client",
        "org.apache.hadoop.mapreduce.v2.app.job.impl.TaskAttemptImpl",
        "org.mortbay.log",
        "org.apache.hadoop.yarn.util.RackResolver",
      ]);
      const message = w.pick([
        `Created MRAppMaster for application appattempt_${w.id}_0020_000001`,
        `Retrying connect to server: node-41:9000. Already tried ${w.below(10)} time(s); maxRetries=45 ${w.id}`,
        `attempt_${w.id}_m_000002_0 TaskAttempt Transitioned from NEW to UNASSIGNED`,
        `ERROR IN CONTACTING RM. ${w.id}`,
        `Address change detected. Old: node-41/${w.ip}:9000 New: node-41:9000 ${w.id}`,
      ]);
      return {
        line: `${w.at("%Y-%m-%d %H:%M:%S,%3")} ${level} [${thread}] ${program}: ${message}`,
        time: w.millis,
        program,
        severity,
      };
    },
  },
  {
    title: "HDFS",
    file: "hdfs.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INFO=6 INFO=6 WARN=4"));
      const program = w.pick([
        "dfs.DataNode$PacketResponder",
        "dfs.FSNamesystem",
        "dfs.DataNode$DataXceiver",
        "dfs.DataBlockScanner",
      ]);
      const message = w.pick([
        `PacketResponder ${w.below(3)} for block blk_${w.id} terminating`,
        `BLOCK* NameSystem.addStoredBlock: blockMap updated: ${w.ip}:50010 is added to blk_-${w.id} size 67108864`,
        `Receiving block blk_${w.id} src: /${w.ip}:${w.port} dest: /${w.ip}:50010`,
        `${w.ip}:50010:Got exception while serving blk_${w.id} to /${w.ip}:`,
      ]);
      return {
        line: `${w.at("%y%m%d %H%M%S")} ${w.pid} ${level} ${program}: ${message}`,
        time: w.seconds,
        program,
        severity,
      };
    },
  },
  {
    title: "HealthApp",
    file: "health.log",
    make: (w) => {
      const program = w.pick([
        "Step_LSC",
        "Step_SPUtils",
        "Step_ExtSDM",
        "HiH_HiSyncControl",
        "Step_StandReportReceiver",
        "HiH_",
      ]);
      const message = w.pick([
        `onStandStepChanged ${w.id}`,
        `getTodayTotalDetailSteps = 1514038440000##${w.id}##548365##8661##12266`,
        `flush sensor data ${w.id}`,
        `REPORT : 7007 ${w.below(9000)} 150089 ${w.id}`,
      ]);
      return {
        line: `${w.at("%Y%m%d-%-H:%-M:%-S:")}${Number(w.at("%3"))}|${program}|30002312|${message}`,
        time: w.millis,
        program,
      };
    },
  },
  {
    title: "HPC",
    file: "hpc.log",
    make: (w) => {
      const host = w.pick([`node-${w.below(256)}`, `gige${w.below(8)}`, "Interconnect-0N03", `node-D${w.below(4)}`]);
      const [program, state] = w.pick<[string, string]>([
        ["unix.hw", "state_change.unavailable"],
        ["node", "temperature"],
        ["gige", "temperature"],
        ["switch_module", "error"],
        ["boot_cmd", "new"],
        ["action", "error"],
      ]);
      const message = w.pick([
        `Component State Change: Component \\042alt0\\042 is in the unavailable state (HWID=${w.id})`,
        `ambient=${w.below(40)} ${w.id}`,
        `Targeting domains:node-D1 and nodes:node-[40-63] child of command ${w.id}`,
        `Linkerror event interval expired ${w.id}`,
        `boot (command ${w.id}) Error: machine check`,
      ]);
      return {
        line: `${w.below(3_000_000)} ${host} ${program} ${state} ${w.at("%s")} 1 ${message}`,
        time: w.seconds,
        host,
        program,
      };
    },
  },
  {
    title: "Linux",
    file: "linux.log",
    make: (w) => {
      const [tag, program] = w.pick<[string, string]>([
        [`sshd(pam_unix)[${w.pid}]`, "sshd"],
        [`su(pam_unix)[${w.pid}]`, "su"],
        [`ftpd[${w.pid}]`, "ftpd"],
        ["kernel", "kernel"],
        [`gpm[${w.pid}]`, "gpm"],
        ["bluetooth", "bluetooth"],
        [`login(pam_unix)[${w.pid}]`, "login"],
        [`klogind[${w.pid}]`, "klogind"],
        [`-- root[${w.pid}]`, "root"],
        ["syslogd 1.4.1", "syslogd"],
      ]);
      const message = w.pick([
        `authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost=${w.ip}  user=${w.id}`,
        `connection from ${w.ip} (${w.id}.example.org) at ${w.at("%a %b %e %H:%M:%S %Y")}`,
        `session opened for user ${w.id} by (uid=0)`,
        `ACPI: PCI Interrupt Link [LNKA] (IRQs *3 4 5 6 7) ${w.id}`,
        `*** info [mice.c(1766)]: ${w.id}`,
      ]);
      return { line: `${w.at("%b %e %H:%M:%S")} combo ${tag}: ${message}`, time: w.seconds, host: "combo", program };
    },
  },
  {
    title: "Mac",
    file: "mac.log",
    make: (w) => {
      const host = w.pick(["calvisitor-10-105-160-95", "authorMacBook-Pro", "airbears2-10-142-110-255"]);
      const [tag, program] = w.pick<[string, string]>([
        ["kernel[0]", "kernel"],
        [`com.apple.cts[${w.pid}]`, "com.apple.cts"],
        [`com.apple.WebKit.WebContent[${w.pid}]`, "com.apple.WebKit.WebContent"],
        [`Google Chrome Helper[${w.pid}]`, "Google Chrome Helper"],
        [`Microsoft Word[${w.pid}]`, "Microsoft Word"],
        [`BezelServices 255.10[${w.pid}]`, "BezelServices 255.10"],
        [`com.apple.xpc.launchd[1] (com.apple.xpc.launchd.domain.pid.WebContent.${w.pid})`, "com.apple.xpc.launchd"],
        [`QQ[${w.pid}]`, "QQ"],
        [`GoogleSoftwareUpdateAgent[${w.pid}]`, "GoogleSoftwareUpdateAgent"],
      ]);
      const message = w.pick([
        `ARPT: ${w.below(700_000)}.011328: AirPort_Brcm43xx::syncPowerState: WWEN[enabled] ${w.id}`,
        `com.apple.suggestions.harvest: scheduler_evaluate_activity told me to run this job; ${w.id}`,
        `[${w.at("%H:%M:%S.%3")}] <<<< Boss >>>> figPlaybackBossPrerollCompleted: unexpected ${w.id}`,
        `Path not allowed in target domain: type = pid, path = /System/${w.id} error = 147: The specified service did not ship`,
        `${w.at("%Y-%m-%d %H:%M:%S.%3")} GoogleSoftwareUpdateAgent[32432/0x7000] [lvl=2] -[KSAgentApp ${w.id}] done`,
      ]);
      return { line: `${w.at("%b %e %H:%M:%S")} ${host} ${tag}: ${message}`, time: w.seconds, host, program };
    },
  },
  {
    title: "OpenSSH",
    file: "openssh.log",
    make: (w) => {
      const count = w.chance(0.1) ? 2 + w.below(5) : 1;
      const plain = w.pick([
        `Failed password for invalid user ${w.id} from ${w.ip} port ${w.port} ssh2`,
        `reverse mapping checking getaddrinfo for ns.${w.id}.example.org [${w.ip}] failed - POSSIBLE BREAK-IN ATTEMPT!`,
        `pam_unix(sshd:auth): authentication failure; logname= uid=0 euid=0 tty=ssh ruser= rhost=${w.ip} user=${w.id}`,
        `error: Received disconnect from ${w.ip}: 3: com.jcraft.jsch.JSchException: Auth fail [${w.id}]`,
        `Accepted password for ${w.id} from ${w.ip} port ${w.port} ssh2`,
      ]);
      const message = count === 1 ? plain : `message repeated ${count} times: [ ${plain}]`;
      return {
        line: `${w.at("%b %e %H:%M:%S")} LabSZ sshd[${w.pid}]: ${message}`,
        time: w.seconds,
        host: "LabSZ",
        program: "sshd",
        ...(plain.startsWith("error") && { severity: 3 }),
        count,
      };
    },
  },
  {
    title: "OpenStack",
    file: "openstack.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INFO=6 WARNING=4 ERROR=3 DEBUG=7"));
      const [file, program] = w.pick<[string, string]>([
        ["nova-api.log.1.2026-11-21_13:53:08", "nova.osapi_compute.wsgi.server"],
        ["nova-compute.log.1.2026-11-21_13:55:31", "nova.compute.manager"],
        ["nova-scheduler.log.1.2026-11-21_13:52:08", "nova.scheduler.host_manager"],
        ["nova-compute.log.2026-11-21_14:02:25", "nova.virt.libvirt.imagecache"],
      ]);
      const request = w.pick([
        `[req-${w.hex(8)}-2096-447d-96ea-${w.hex(12)} 113d3a99c3da401fbd62cc2caa5b96d2 54fadb412c4e40cdbaed9335e4c35a9e - - -]`,
        "[-]",
        "[req-addc1839-2ed5-4778-b57e-5854eb7b8b09 - - - - -]",
      ]);
      const message = w.pick([
        `${w.ip} "GET /v2/${w.id}/servers/detail HTTP/1.1" status: 200 len: 1893 time: 0.2477829`,
        `[instance: ${w.hex(8)}-1f0b-4b5a-b3ac-6fe8ea7f2e0c] VM Started (Lifecycle Event) ${w.id}`,
        `Active base files: /var/lib/nova/instances/_base/${w.id}`,
        `image a489c868 at (/var/lib/nova/instances/_base/${w.id}): checking`,
      ]);
      return {
        line: `${file} ${w.at("%Y-%m-%d %H:%M:%S.%3")} ${w.pid} ${level} ${program} ${request} ${message}`,
        time: w.millis,
        program,
        severity,
      };
    },
  },
  {
    title: "Proxifier",
    file: "proxifier.log",
    make: (w) => {
      const [name, program] = w.pick([
        ["chrome.exe", "chrome.exe"],
        ["chrome.exe *64", "chrome.exe"],
        ["Dropbox.exe", "Dropbox.exe"],
        ["svchost.exe *64", "svchost.exe"],
        ["YodaoDict.exe", "YodaoDict.exe"],
      ] as const);
      const message = w.pick([
        `${w.id}.example.org:443 open through proxy proxy.example.org:5070 HTTPS`,
        `${w.id}.example.org:80 close, ${w.below(9000)} bytes sent, ${w.below(9000)} bytes received, lifetime 00:01`,
        `${w.id}.example.org:5070 error : Could not connect through proxy proxy.example.org:5070 - Proxy server cannot establish a connection with the target, status code 403`,
      ]);
      return { line: `[${w.at("%m.%d %H:%M:%S")}] ${name} - ${message}`, time: w.seconds, program };
    },
  },
  {
    title: "Spark",
    file: "spark.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INFO=6 WARN=4 ERROR=3"));
      const program = w.pick([
        "executor.CoarseGrainedExecutorBackend",
        "storage.BlockManager",
        "broadcast.TorrentBroadcast",
        "python.PythonRunner",
        "util.SignalUtils",
        "rdd.HadoopRDD",
      ]);
      const message = w.pick([
        `Registered signal handlers for [TERM, HUP, INT] ${w.id}`,
        `Found block rdd_${w.id} locally`,
        `Times: total = ${w.below(900)}, boot = -${w.below(90)}, init = 12, finish = 0 ${w.id}`,
        `Input split: hdfs://${w.ip}:9000/${w.id}/part-0:0+7`,
      ]);
      return {
        line: `${w.at("%y/%m/%d %H:%M:%S")} ${level} ${program}: ${message}`,
        time: w.seconds,
        program,
        severity,
      };
    },
  },
  {
    title: "Thunderbird",
    file: "thunderbird.log",
    make: (w) => {
      const [host, from] = w.pick([
        ["dn228", "dn228/dn228"],
        ["tbird-admin1", "local@tbird-admin1"],
        ["tbird-sm1", "src@tbird-sm1"],
        ["aadmin1", "src@aadmin1"],
        ["#8#", "#8#/#8#"],
        ["bn64", "bn64/bn64"],
      ] as const);
      const [tag, program] = w.pick<[string, string]>([
        [`crond(pam_unix)[${w.pid}]`, "crond"],
        [`ntpd[${w.pid}]`, "ntpd"],
        [`/apps/x86_64/system/ganglia-3.0.1/sbin/gmetad[${w.pid}]`, "/apps/x86_64/system/ganglia-3.0.1/sbin/gmetad"],
        ["kernel", "kernel"],
        [`ib_sm.x[${w.pid}]`, "ib_sm.x"],
        [`in.tftpd[${w.pid}]`, "in.tftpd"],
        [`postfix/postdrop[${w.pid}]`, "postfix/postdrop"],
      ]);
      const message = w.pick([
        `session closed for user ${w.id}`,
        `synchronized to ${w.ip}, stratum 3 ${w.id}`,
        `data_thread() got not answer from any [${w.id}] datasource`,
        `[ib_sm_sweep.c:1831]: ********************** NEW SWEEP ${w.id} ********************`,
        `warning: unable to look up public/pickup: No such file or directory ${w.id}`,
      ]);
      return {
        line: `${w.pick(["-", "-", "-", "VAPI", "ECC"])} ${w.at("%s %Y.%m.%d")} ${host} ${w.at("%b %-d %H:%M:%S", -8)} ${from} ${tag}: ${message}`,
        time: w.seconds,
        host,
        program,
        ...(message.startsWith("warning") && { severity: 4 }),
      };
    },
  },
  {
    title: "Windows",
    file: "windows.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("Info=6 Info=6 Warning=4 Error=3"));
      const program = w.pick(["CBS", "CSI"]);
      const message = w.pick([
        `Loaded Servicing Stack v6.1.7601.23505 with Core: C:\\Windows\\winsxs\\${w.id}\\cbscore.dll`,
        `0000000${w.below(9)}@${w.at("%Y/%-m/%-d:%H:%M:%S.%3")} WcpInitialize (wcp.dll version 0.0.0.6) called (stack @0x${w.hex(11)}) ${w.id}`,
        `SQM: Failed to start upload with file pattern: C:\\Windows\\${w.id}_*.sqm, flags: 0x2 [HRESULT = 0x80004005 - E_FAIL]`,
        `Read out cached package applicability for package: ${w.id}~31bf3856ad364e35~amd64~~6.1.1.3, ApplicableState: 112, CurrentState:112`,
        `Session: ${w.id}_2456130 initialized by client WindowsUpdateAgent.`,
      ]);
      return {
        line: `${w.at("%Y-%m-%d %H:%M:%S")}, ${level.padEnd(21)} ${program}    ${message}`,
        time: w.seconds,
        program,
        severity,
      };
    },
  },
  {
    title: "Zookeeper",
    file: "zookeeper.log",
    make: (w) => {
      const [level, severity] = w.pick(levelsOf("INFO=6 WARN=4 ERROR=3 DEBUG=7"));
      const [thread, program] = w.pick<[string, string]>([
        ["QuorumPeer[myid=1]/0:0:0:0:0:0:0:0:2181:FastLeaderElection@774", "FastLeaderElection"],
        [`/${w.ip}:3888:QuorumCnxManager$Listener@493`, "QuorumCnxManager$Listener"],
        ["main:QuorumPeerConfig@101", "QuorumPeerConfig"],
        ["SendWorker:188978561024:QuorumCnxManager$SendWorker@679", "QuorumCnxManager$SendWorker"],
        ["NIOServerCxn.Factory:0.0.0.0/0.0.0.0:2181:NIOServerCnxnFactory@197", "NIOServerCnxnFactory"],
        ["CommitProcessor:1:NIOServerCnxn@595", "NIOServerCnxn"],
        ["ProcessThread(sid:2 cport:-1)::PrepRequestProcessor@476", "PrepRequestProcessor"],
      ]);
      const message = w.pick([
        `Notification time out: ${w.id}`,
        `Connection broken for id ${w.id}, my id = 1, error =`,
        `Accepted socket connection from /${w.ip}:${w.port} ${w.id}`,
        `Received connection request /${w.ip}:${w.port} ${w.id}`,
      ]);
      return {
        line: `${w.at("%Y-%m-%d %H:%M:%S,%3")} - ${level.padEnd(5)} [${thread}] - ${message}`,
        time: w.millis,
        program,
        severity,
      };
    },
  },
];
