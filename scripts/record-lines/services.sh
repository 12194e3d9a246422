#!/usr/bin/env bash
# systemd as the first process of a container made of this machine's files: units that start, fail, hang, are killed, are made twice.
set -euo pipefail
mkdir -p /opt/over
mount -t tmpfs none /opt/over
mkdir /opt/over/{up,work,root}
mount -t overlay none -o lowerdir=/,upperdir=/opt/over/up,workdir=/opt/over/work /opt/over/root
root=/opt/over/root
rm -f $root/etc/machine-id
mkdir -p $root/etc/systemd/system $root/etc/systemd/journald.conf.d $root/var/log
rm -f $root/etc/systemd/system/*.wants/{mariadb,postgresql,named,haproxy,nginx,apache2,docker,postfix,isc-dhcp-server,kea*,ulogd2}.service
printf '[Journal]\nStorage=persistent\nRateLimitIntervalSec=0\n' > $root/etc/systemd/journald.conf.d/all.conf
unit() { printf "[Unit]\nDescription=$2\n[Service]\n$3\n" > "$root/etc/systemd/system/$1.service"; }
unit good 'A good service' 'ExecStart=/bin/sleep 5'
unit once 'Backup of the shop' 'Type=oneshot\nExecStart=/bin/sh -c "dd if=/dev/zero of=/dev/null bs=1M count=900"'
unit fails 'Something that fails' 'ExecStart=/bin/sh -c "exit 7"\nRestart=on-failure\nRestartSec=200ms'
unit absent 'Something that is absent' 'ExecStart=/opt/absent --now'
unit hangs 'Something that hangs' 'Type=notify\nExecStart=/bin/sleep 99\nTimeoutStartSec=2'
unit stubborn 'Something stubborn' 'ExecStart=/bin/sh -c "trap : TERM; while :; do sleep 1; done"\nTimeoutStopSec=1'
unit killed 'Something that is killed' 'ExecStart=/bin/sh -c "kill -SEGV \$\$\$\$"'
unit nobody 'User that is absent' 'User=absent\nExecStart=/bin/true'
unit hungry 'Too hungry' 'MemoryMax=8M\nExecStart=/usr/bin/tail /dev/zero'
unit checked 'A condition' 'ExecStart=/bin/true'
sed -i '2a ConditionPathExists=/absent' $root/etc/systemd/system/checked.service
unit depends 'Depends on what fails' 'ExecStart=/bin/true'
sed -i '2a Requires=once2.service fails2.service\nAfter=fails2.service' $root/etc/systemd/system/depends.service
unit fails2 'A start that fails' 'Type=oneshot\nExecStart=/bin/false'
unit watched 'A watchdog' 'Type=simple\nExecStart=/bin/sleep 99\nWatchdogSec=1'
unit bad 'A bad file' 'ExecStart=relative\nNonsense=1\nRestart=sometimes'
unit driver 'Drives the others' "Type=simple\nExecStart=/bin/bash /driver.sh $seconds"
printf '[Unit]\nDescription=Every two seconds\n[Timer]\nOnActiveSec=1\nOnUnitActiveSec=2\nAccuracySec=100ms\nUnit=once.service\n[Install]\nWantedBy=multi-user.target\n' > $root/etc/systemd/system/often.timer
mkdir -p $root/etc/systemd/system/multi-user.target.wants
ln -s ../driver.service $root/etc/systemd/system/multi-user.target.wants/driver.service
cat > $root/driver.sh <<'DRIVER'
units=(good once fails absent hangs stubborn killed nobody hungry checked depends watched bad)
systemctl start often.timer
while [ $SECONDS -lt "$1" ]; do
  name=${units[RANDOM % ${#units[@]}]}
  case $((RANDOM % 8)) in
    0) systemctl stop $name ;;
    1) systemctl reset-failed ;;
    2) systemctl daemon-reload ;;
    3) timeout 1 systemd-run --quiet --wait --description='A passing job' /bin/true ;;
    4) systemctl mask --runtime good; systemctl start good; systemctl unmask --runtime good ;;
    5) systemctl kill -s KILL $name; systemctl restart good ;;
    *) timeout 3 systemctl start $name ;;
  esac > /dev/null 2>&1
done
journalctl -o short-iso-precise --no-pager > /journal.log
systemctl poweroff
DRIVER
SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 timeout $((seconds + 60)) unshare --pid --fork --kill-child --mount-proc systemd-nspawn -D $root --register=no --keep-unit -b --machine=host-1 2>&1 < /dev/null | tail -n 20 || true
cp $root/journal.log "$folder/systemd.log"
