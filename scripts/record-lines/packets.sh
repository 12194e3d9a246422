#!/usr/bin/env bash
# The kernel's packet filter: nftables and iptables log what comes in over a pair of devices; ulogd writes the same packets as text.
set -euo pipefail
ip link add out0 type veth peer name out1
ip link set out0 up
ip link set out1 up
ip address add 192.0.2.1/24 dev out0
ip address add 2001:db8::1/64 dev out0 nodad
nft -f - <<'CONF'
table inet filter {
  chain input {
    type filter hook input priority 0;
    iifname out0 tcp dport 22 log prefix "nft ssh: " level notice
    iifname out0 tcp dport 23 log prefix "IN=drop " drop
    iifname out0 udp dport 53 log prefix "dns-in " flags all
    iifname out0 ct state invalid log prefix "INVALID " drop
  }
}
CONF
iptables -A INPUT -i out0 -j LOG --log-prefix '[UFW BLOCK] ' --log-tcp-options --log-ip-options --log-uid
iptables -A INPUT -i out0 -p icmp -j LOG --log-prefix 'PING '
iptables -A INPUT -i out0 -p udp -j LOG --log-prefix 'REJECT-UDP: ' --log-tcp-sequence
iptables -A INPUT -i out0 -j LOG
iptables -A INPUT -i out0 -j NFLOG --nflog-prefix 'DROP '
ip6tables -A INPUT -i out0 -j LOG --log-prefix '[UFW AUDIT] '
iptables -A OUTPUT -o out0 -j LOG --log-prefix 'OUT ' --log-uid
cat > /run/ulogd.conf <<'CONF'
[global]
logfile="syslog"
stack=log1:NFLOG,base1:BASE,ifi1:IFINDEX,ip2str1:IP2STR,print1:PRINTPKT,sys1:SYSLOG
plugin="/usr/lib/x86_64-linux-gnu/ulogd/ulogd_inppkt_NFLOG.so"
plugin="/usr/lib/x86_64-linux-gnu/ulogd/ulogd_raw2packet_BASE.so"
plugin="/usr/lib/x86_64-linux-gnu/ulogd/ulogd_filter_IFINDEX.so"
plugin="/usr/lib/x86_64-linux-gnu/ulogd/ulogd_filter_IP2STR.so"
plugin="/usr/lib/x86_64-linux-gnu/ulogd/ulogd_filter_PRINTPKT.so"
plugin="/usr/lib/x86_64-linux-gnu/ulogd/ulogd_output_SYSLOG.so"
[log1]
group=0
CONF
ulogd -c /run/ulogd.conf > /dev/null 2>&1 &
dmesg --follow-new | grep --line-buffered -E 'IN=|device|link|veth' > "$folder/kernel.log" & reader=$!
timeout "$((seconds + 5))" python3 "$here/packet-sender.py" "$seconds" || true
sleep 1
kill $reader
