#!/usr/bin/env bash
# dockerd, containerd and a few containers that live, fail, are killed and run out of memory.
set -euo pipefail
mkdir -p /run/docker /opt/docker /opt/containerd
mount -t tmpfs none /sys/fs/cgroup 2> /dev/null || true
mkdir -p /sys/fs/cgroup/{memory,cpu,cpuset,devices,freezer,blkio,pids,systemd} 2> /dev/null || true
for controller in memory cpu cpuset devices freezer blkio pids; do mount -t cgroup -o $controller none /sys/fs/cgroup/$controller 2> /dev/null || true; done
containerd --root /opt/containerd --state /run/containerd > /opt/containerd.log 2>&1 &
dockerd --debug --data-root /opt/docker --exec-root /run/docker --storage-driver vfs --iptables=false --bridge=none --containerd /run/containerd/containerd.sock > /opt/dockerd.log 2>&1 &
for _ in $(seq 60); do docker version > /dev/null 2>&1 && break; sleep 0.5; done
mkdir -p /opt/image/bin /opt/image/tmp
cp /bin/busybox /opt/image/bin/ 2> /dev/null || { cp /bin/sh /bin/sleep /bin/true /opt/image/bin/; mkdir -p /opt/image/lib /opt/image/lib64; cp /lib/x86_64-linux-gnu/libc.so.6 /opt/image/lib/; cp /lib64/ld-linux-x86-64.so.2 /opt/image/lib64/; }
tar -C /opt/image -c . | docker import - small > /dev/null
number=0
while [ $SECONDS -lt "$seconds" ]; do
  number=$((number + 1))
  case $((RANDOM % 9)) in
    0) docker run --rm --network none small /bin/true ;;
    1) docker run --name "job-$number" --network none small /bin/sh -c 'exit 3' ;;
    2) docker run -d --name "web-$number" --network none --restart on-failure:2 small /bin/sh -c 'sleep 1; exit 1' ;;
    3) docker run --rm --network none small /bin/absent ;;
    4) docker pull absent.example/none ;;
    5) docker run -d --name "long-$number" --network none small /bin/sleep 60; docker kill "long-$number" ;;
    6) docker run --rm --name taken --network none small /bin/sleep 1 & docker run --rm --name taken --network none small /bin/true ;;
    7) docker stop -t 1 "web-$((number - 2))"; docker rm -f "job-$((number - 1))"; docker inspect none ;;
    8) docker run --rm --network absent small /bin/true; docker volume create "v$number"; docker run -d --health-cmd false --health-interval 1s --network none --name "sick-$number" small /bin/sleep 9 ;;
  esac > /dev/null 2>&1 || true
done
kill %2 && sleep 5 && kill %1
cp /opt/dockerd.log /opt/containerd.log "$folder/"
