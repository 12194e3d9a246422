#!/usr/bin/env bash
# Records data/samples/ anew: starts real programs (Debian's packages, listed in data/samples/README.md) in namespaces of their own,
# uses them for RECORD_SECONDS (240), and keeps what they logged. Needs root on Debian 12. Nothing leaves the loopback device of the
# network namespace made here; files of the machine are covered by private copies.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
samples=$(cd "$here/../../data/samples" && pwd)

if [ "${1-}" != inside ]; then
  exec unshare --mount --net --uts --pid --fork --mount-proc --propagation private "$0" inside
fi

seconds=${RECORD_SECONDS:-240}
export seconds
ip link set lo up

# Private copies of what the programs write to.
for folder in /run /srv /home /var/log /var/lib/postgresql /opt; do mount -t tmpfs none "$folder"; done
cp -a /etc /opt/etc
mount --bind /opt/etc /etc
mkdir -p /srv/www /opt/logs
printf '127.0.0.1 localhost web-1 bastion-1 bastion-2 bastion-3 db-1\n' > /etc/hosts

# Every host has its own name, /etc, /home, /run and /dev/log, and so its own rsyslog; all send to one collector.
on_host() { # NAME COMMAND…
  unshare --mount --uts --propagation private bash -c '
    hostname "$0"
    cp -a /opt/etc "/opt/etc-$0"
    mount --bind "/opt/etc-$0" /etc
    printf "%s\n" "$0" > /etc/hostname
    mount -t tmpfs none /home
    mount -t tmpfs none /run
    mkdir -p /run/sshd /run/nginx /run/apache2
    install -d -o postgres /run/postgresql
    mount -t tmpfs none /mnt
    for node in null zero full random urandom tty; do touch /mnt/$node; mount --bind /dev/$node /mnt/$node; done
    mkdir /mnt/pts /mnt/shm
    mount -t devpts -o newinstance,ptmxmode=0666 none /mnt/pts
    mount -t tmpfs none /mnt/shm
    ln -s pts/ptmx /mnt/ptmx
    ln -s /proc/self/fd /mnt/fd
    mount --rbind /mnt /dev
    printf "%s\n" "module(load=\"imuxsock\" SysSock.Use=\"on\")" \
      "*.* action(type=\"omfwd\" target=\"127.0.0.1\" port=\"5514\" protocol=\"tcp\" template=\"RSYSLOG_ForwardFormat\")" > /run/rsyslog.conf
    rsyslogd -n -f /run/rsyslog.conf -i /run/rsyslog.pid &
    while [ ! -S /dev/log ]; do sleep 0.05; done
    "$@"' "$@"
}

cat > /opt/collector.conf <<'CONF'
module(load="imtcp")
input(type="imtcp" port="5514" address="127.0.0.1")
template(name="rfc3164" type="string" string="<%PRI%>%TIMESTAMP% %HOSTNAME% %syslogtag%%msg:::sp-if-no-1st-sp%%msg%\n")
if $hostname == "bastion-1" then action(type="omfile" file="/opt/logs/auth.log" template="RSYSLOG_TraditionalFileFormat")
else if $hostname == "bastion-2" then action(type="omfile" file="/opt/logs/syslog-rfc3164.log" template="rfc3164")
else action(type="omfile" file="/opt/logs/syslog-rfc5424.log" template="RSYSLOG_SyslogProtocol23Format")
CONF
rsyslogd -n -f /opt/collector.conf -i /opt/collector.pid &

hosts=()
on_host bastion-1 bash "$here/bastion.sh" 127.0.1.1 &
hosts+=($!)
on_host bastion-2 bash "$here/bastion.sh" 127.0.1.2 &
hosts+=($!)
on_host bastion-3 bash "$here/bastion.sh" 127.0.1.3 &
hosts+=($!)
on_host db-1 bash "$here/database.sh" &
hosts+=($!)
on_host web-1 bash "$here/web.sh" &
hosts+=($!)
on_host web-1 bash "$here/monitoring.sh" &
hosts+=($!)
wait "${hosts[@]}"

# What they logged; what is large is packed. One line that tells the kernel of the recording machine is left out.
cd /opt/logs
wc -l ./*
rm -f "$samples"/*.log "$samples"/*.jsonl "$samples"/*.gz "$samples"/*.zst
sed -i '/host_details=/d' prometheus.log
cp auth.log syslog-rfc3164.log nginx-error.log apache-access.log apache-error.log prometheus.log alertmanager.log "$samples"
for file in nginx-access.log nginx-access.jsonl syslog-rfc5424.log postgresql.log; do gzip -9n < "$file" > "$samples/$file.gz"; done
for file in postgresql.json node-exporter.log; do zstd -q -19 "$file" -o "$samples/$file.zst"; done
chmod 644 "$samples"/*
