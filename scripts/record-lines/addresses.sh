#!/usr/bin/env bash
# ISC dhcpd with clients that ask, renew, release, decline, and want what they may not have.
set -euo pipefail
ip link add lan0 type veth peer name lan1
ip address add 198.18.0.1/24 dev lan0
ip link set lan0 up
ip link set lan1 up
mkdir -p /var/lib/dhcp /etc/dhcp
touch /var/lib/dhcp/dhcpd.leases
cat > /etc/dhcp/dhcpd.conf <<'CONF'
default-lease-time 60;
max-lease-time 120;
authoritative;
ping-check off;
log-facility daemon;
class "banned" { match if substring(hardware, 1, 3) = 06:66:66; }
subnet 198.18.0.0 netmask 255.255.255.0 {
  pool { range 198.18.0.50 198.18.0.90; deny members of "banned"; }
  option routers 198.18.0.1;
}
host printer { hardware ethernet 06:00:00:00:00:99; fixed-address 198.18.0.20; }
subnet 198.18.1.0 netmask 255.255.255.0 { range 198.18.1.50 198.18.1.52; }
CONF
dhcpd -4 -q -cf /etc/dhcp/dhcpd.conf -lf /var/lib/dhcp/dhcpd.leases -pf /run/dhcpd.pid -f lan0 2> /dev/null &
sleep 2
timeout "$((seconds + 5))" python3 "$here/dhcp-clients.py" "$seconds" || true
kill %1 || true
sleep 1
