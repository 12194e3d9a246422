#!/usr/bin/env bash
# named: queries of every kind, transfers and updates that are refused, zones that are broken, servers that are lame.
set -euo pipefail
mkdir -p /var/cache/bind /run/named
cat > /run/named.conf <<'CONF'
options {
  directory "/var/cache/bind"; listen-on port 53 { 127.0.0.1; 127.0.0.2; }; listen-on-v6 port 53 { ::1; };
  allow-query { !127.0.66.0/24; any; }; allow-transfer { 127.0.10.0/24; }; allow-recursion { 127.0.10.0/24; ::1; };
  recursion yes; dnssec-validation no; forwarders { 127.0.0.3; }; pid-file "/run/named/named.pid"; session-keyfile "/run/named/session.key";
  rate-limit { responses-per-second 6; window 5; }; querylog yes;
};
key "update" { algorithm hmac-sha256; secret "c2VjcmV0IHNlY3JldCBzZWNyZXQ="; };
controls { };
logging {
  channel all { syslog daemon; severity info; print-category yes; print-severity yes; };
  channel bare { syslog local3; severity debug 1; };
  category default { all; }; category queries { all; }; category query-errors { all; }; category security { all; bare; }; category lame-servers { all; };
  category xfer-out { all; bare; }; category update { all; bare; }; category update-security { all; bare; }; category notify { all; }; category rate-limit { all; };
};
zone "shop.example" { type primary; file "/run/named/shop.zone"; allow-update { key "update"; }; also-notify { 127.0.0.9; }; };
zone "broken.example" { type primary; file "/run/named/broken.zone"; };
zone "copy.example" { type secondary; primaries { 127.0.0.4; }; file "copy.zone"; };
CONF
printf '$TTL 60\n@ IN SOA ns host 1 60 60 60 60\n@ NS ns\nns A 127.0.0.1\nwww A 127.0.0.1\n@ MX 5 mail\nmail AAAA ::1\n_sip._udp SRV 1 2 3 www\n*.wild A 127.0.0.7\n' > /run/named/shop.zone
printf '$TTL 60\n@ IN SOA ns host 1 60 60 60 60\nwww CNAME a\nwww A 127.0.0.1\n' > /run/named/broken.zone
chown -R bind /run/named /var/cache/bind
named -u bind -c /run/named.conf -f & named=$!
sleep 2
ask() { dig +time=1 +tries=1 +noall "$@" > /dev/null 2>&1 || true; }
clients() {
  local from name type names=(www.shop.example shop.example mail.shop.example absent.shop.example x.wild.shop.example www.broken.example copy.example elsewhere.example 1.0.0.127.in-addr.arpa _sip._udp.shop.example 'a\032b.shop.example')
  local types=(A AAAA MX SOA NS TXT SRV ANY PTR)
  while [ $SECONDS -lt "$seconds" ]; do
    from=127.0.$((RANDOM % 3 * 28 + 10)).$((RANDOM % 5 + 1)) name=${names[RANDOM % ${#names[@]}]} type=${types[RANDOM % ${#types[@]}]}
    case $((RANDOM % 14)) in
      0) ask -b "$from" @127.0.0.1 +tcp "$name" "$type" ;;
      1) ask -b "$from" @127.0.0.1 +dnssec +cd "$name" "$type" ;;
      2) ask @::1 "$name" "$type" ;;
      3) ask -b "$from" @127.0.0.2 +norec +noedns "$name" "$type" ;;
      4) ask -b "$from" @127.0.0.1 axfr shop.example ;;
      5) printf 'server 127.0.0.1\nlocal %s\nzone shop.example\nupdate add n%s.shop.example 60 A 127.0.0.5\nsend\n' "$from" $RANDOM | timeout 2 nsupdate $([ $((RANDOM % 2)) = 0 ] && echo -y hmac-sha256:update:c2VjcmV0IHNlY3JldCBzZWNyZXQ=) ;;
      6) ask -b "$from" @127.0.0.1 -c CH version.bind TXT ;;
      7) ask -b "$from" @127.0.0.1 ixfr=1 shop.example ;;
      8) ask -b "$from" @127.0.0.1 +opcode=notify copy.example ;;
      9) for _ in 1 2 3 4 5 6 7 8 9; do ask -b 127.0.10.9 @127.0.0.1 www.shop.example A & done; wait ;;
      *) ask -b "$from" @127.0.0.1 "$name" "$type" ;;
    esac > /dev/null 2>&1 || true
    sleep "0.0$((RANDOM % 9))"
  done
}
clients & first=$!
clients & second=$!
sleep $((seconds / 2)) && kill -HUP $named
wait $first $second || true
kill $named
wait $named || true
