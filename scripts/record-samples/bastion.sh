#!/usr/bin/env bash
# A bastion host, ADDRESS: sshd with five users, logged in to by those who may and by those who guess; cron; su.
set -euo pipefail
address=$1
for user in alice bob carol dave deploy; do
  useradd --create-home --shell /bin/sh "$user"
  printf '%s:right-%s\n' "$user" "$user" | chpasswd
done
ssh-keygen -q -t ed25519 -N '' -C deploy -f /run/deploy-key
install -d -m 700 -o deploy -g deploy /home/deploy/.ssh
install -m 600 -o deploy -g deploy /run/deploy-key.pub /home/deploy/.ssh/authorized_keys
cat > /run/sshd_config <<CONF
Port 22
ListenAddress $address
UsePAM yes
PermitRootLogin no
PasswordAuthentication yes
KbdInteractiveAuthentication no
MaxAuthTries 3
MaxStartups 100
LogLevel INFO
SyslogFacility AUTH
PidFile /run/sshd.pid
CONF
ssh-keygen -A >/dev/null
/usr/sbin/sshd -f /run/sshd_config
printf '* * * * * deploy true\n* * * * * root test -d /srv/www\n*/2 * * * * alice echo report > /dev/null\n' > /etc/cron.d/jobs
cron

options='-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o ConnectTimeout=5'
attempt() { # ADDRESS USER PASSWORD
  sshpass -p "$3" ssh $options -o PubkeyAuthentication=no -o NumberOfPasswordPrompts="$((RANDOM % 2 + 1))" -b "$1" "$2@$address" true || true
}
people() {
  local users=(alice bob carol dave)
  while [ $SECONDS -lt "$seconds" ]; do
    local user=${users[RANDOM % 4]}
    local password=right-$user
    [ $((RANDOM % 8)) -ne 0 ] || password=mistyped
    attempt "127.0.10.$((RANDOM % 9 + 10))" "$user" "$password"
    [ $((RANDOM % 3)) -ne 0 ] || ssh $options -i /run/deploy-key -b 127.0.10.5 deploy@$address true || true
    [ $((RANDOM % 6)) -ne 0 ] || su "$user" -c true || true
    sleep "0.$((RANDOM % 9))"
  done
}
guessers() { # ADDRESS: bursts of guesses
  local names=(root admin test oracle postgres ubuntu git guest user www-data alice ftp)
  while [ $SECONDS -lt "$seconds" ]; do
    for _ in 1 2 3 4 5 6; do attempt "$1" "${names[RANDOM % ${#names[@]}]}" "guess-$RANDOM"; done
    sleep "$((RANDOM % 9))"
  done
}
people &
for source in 127.0.66.13 127.0.66.13 127.0.77.21 127.0.88.8; do guessers "$source" & done
sleep $((seconds + 3))
