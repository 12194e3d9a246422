#!/usr/bin/env bash
# Records lines of many programs into the folder FOLDER, for `scripts/measure-parser-rules.ts`: starts Debian 12's packages (openssh-server
# sshpass sudo cron postfix mariadb-server isc-dhcp-server bind9 bind9-dnsutils haproxy nginx apache2 nftables iptables ulogd2 docker.io
# systemd-container rsyslog) in namespaces of their own, uses and misuses them for RECORD_SECONDS (240), and keeps what they logged.
# Needs root. Nothing leaves the namespaces; files of the machine are covered by private copies.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
shift
programs=${*:-logins mail database addresses names balancer web packets containers services}

if [ "${RECORD_INSIDE-}" != 1 ]; then
  # The kernel logs packets of other network namespaces only when told so.
  all_namespaces=/proc/sys/net/netfilter/nf_log_all_netns
  before=$(cat $all_namespaces)
  trap 'echo "$before" > $all_namespaces' EXIT
  echo 1 > $all_namespaces
  RECORD_INSIDE=1 unshare --mount --net --uts --pid --fork --kill-child --mount-proc --propagation private "$0" "$folder" $programs
  exit
fi

seconds=${RECORD_SECONDS:-240}
export seconds folder here
hostname host-1
ip link set lo up

# Private copies of what the programs write to; a /dev whose /dev/log is ours.
mount -t tmpfs none /mnt
mkdir -p /mnt/folder /mnt/scripts /mnt/dev
mount --bind "$folder" /mnt/folder
mount --bind "$here" /mnt/scripts
cp -a /etc /mnt/etc
mount --bind /mnt/etc /etc
for place in /run /srv /home /var/log /var/lib/mysql /var/spool /var/lib/dhcp /var/cache/bind /opt; do mount -t tmpfs none "$place"; done
for node in null zero full random urandom tty kmsg; do touch /mnt/dev/$node; mount --bind /dev/$node /mnt/dev/$node; done
mkdir /mnt/dev/pts /mnt/dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 none /mnt/dev/pts
mount -t tmpfs none /mnt/dev/shm
ln -s pts/ptmx /mnt/dev/ptmx
ln -s /proc/self/fd /mnt/dev/fd
ln -s /dev/fd/1 /mnt/dev/stdout
ln -s /dev/fd/2 /mnt/dev/stderr
mount --rbind /mnt/dev /dev
printf 'host-1\n' > /etc/hostname
printf '127.0.0.1 localhost host-1 host-1.example\n' > /etc/hosts
cd /
here=/mnt/scripts folder=/mnt/folder
cat > /run/rsyslog.conf <<'CONF'
module(load="imuxsock" SysSock.Use="on" SysSock.RateLimit.Interval="0")
module(load="imudp")
input(type="imudp" port="514" address="127.0.0.1")
template(name="line" type="string" string="<%PRI%>%TIMESTAMP:::date-rfc3339% %HOSTNAME% %syslogtag%%msg:::sp-if-no-1st-sp%%msg%\n")
template(name="file" type="string" string="/mnt/folder/syslog-%PROGRAMNAME:::secpath-replace%.log")
*.* action(type="omfile" dynaFile="file" template="line" fileCreateMode="0644")
CONF
rsyslogd -n -f /run/rsyslog.conf -i /run/rsyslog.pid 2> /dev/null &
while [ ! -S /dev/log ]; do sleep 0.05; done

jobs=()
for program in $programs; do
  bash "$here/$program.sh" > "/mnt/$program.out" 2>&1 &
  jobs+=($!)
done
for job in "${jobs[@]}"; do wait "$job" || true; done
sleep 1
tail -n 3 /mnt/*.out
wc -l "$folder"/*
