#!/usr/bin/env bash
# postfix: mail that arrives, bounces, waits, is refused; clients that break off.
set -euo pipefail
mkdir -p /var/spool/postfix /var/mail /var/lib/postfix
cat > /etc/postfix/main.cf <<'CONF'
compatibility_level = 3.6
myhostname = mail.shop.example
mydestination = shop.example, localhost
mynetworks = 127.0.10.0/24
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
smtp_bind_address = 127.0.0.1
alias_maps =
local_recipient_maps = unix:passwd.byname
disable_dns_lookups = yes
smtp_host_lookup = native
relayhost =
transport_maps = inline:{ {away.example=smtp:[127.0.0.1]:9} {partner.example=smtp:[127.0.0.1]:2526} {self.example=smtp:[127.0.0.1]:25} }
relay_domains = partner.example, away.example
message_size_limit = 20000
smtpd_client_connection_count_limit = 4
smtpd_client_restrictions = check_client_access inline:{ {127.0.66.66=REJECT no business here} }
smtpd_helo_required = yes
smtpd_helo_restrictions = permit_mynetworks, reject_invalid_helo_hostname, reject_non_fqdn_helo_hostname
smtpd_sender_restrictions = reject_non_fqdn_sender, check_sender_access inline:{ {spam@bad.example=REJECT} {warn@bad.example=WARN seen} {hold@bad.example=HOLD wait} {drop@bad.example=DISCARD} }
smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination
minimal_backoff_time = 10s
maximal_backoff_time = 20s
queue_run_delay = 10s
bounce_queue_lifetime = 40s
maximal_queue_lifetime = 40s
smtpd_tls_loglevel = 1
smtp_tls_loglevel = 1
smtpd_timeout = 3s
maillog_file =
CONF
openssl req -x509 -newkey rsa:2048 -nodes -keyout /run/mail.key -out /run/mail.crt -subj /CN=mail.shop.example -days 1 2> /dev/null
cat >> /etc/postfix/main.cf <<'CONF'
smtpd_tls_cert_file = /run/mail.crt
smtpd_tls_key_file = /run/mail.key
smtpd_tls_security_level = may
smtp_tls_security_level = may
CONF
sed -i 's/^smtp      inet.*$/smtp inet n - n - - smtpd/; s/^\(\S\+ \+\S\+ \+\S\+ \+\S\+ \+\)y /\1n /' /etc/postfix/master.cf
printf '2525 inet n - n - 1 postscreen\n' >> /etc/postfix/master.cf
printf 'smtpd pass - - n - - smtpd\ndnsblog unix - - n - 0 dnsblog\n' >> /etc/postfix/master.cf
for user in anna bert; do useradd --create-home "$user"; done
timeout "$((seconds + 20))" python3 "$here/mail-partner.py" "$seconds" &
postfix check
postfix start
sleep 2
timeout "$((seconds + 10))" python3 "$here/mail-clients.py" "$seconds" || true
postfix reload
sleep 20
postfix stop
