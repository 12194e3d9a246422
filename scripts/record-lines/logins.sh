#!/usr/bin/env bash
# sshd, sudo, su, cron, PAM, useradd: those who may, those who guess, and those who speak something else than SSH.
set -euo pipefail
mkdir -p /run/sshd /run/sudo /var/spool/cron/crontabs
for user in alice bob carol dave deploy locked; do
  useradd --create-home --shell /bin/sh "$user"
  printf '%s:right-%s\n' "$user" "$user" | chpasswd
done
passwd -q -l locked
ssh-keygen -q -t ed25519 -N '' -C deploy -f /run/deploy-key
ssh-keygen -q -t rsa -b 2048 -N '' -C other -f /run/other-key
ssh-keygen -q -t ed25519 -N '' -C authority -f /run/authority
ssh-keygen -q -s /run/authority -I carol-laptop -n carol -z 7 /run/other-key.pub 2> /dev/null
install -d -m 700 -o deploy -g deploy /home/deploy/.ssh
install -m 600 -o deploy -g deploy /run/deploy-key.pub /home/deploy/.ssh/authorized_keys
for level in INFO VERBOSE; do
  port=$([ $level = INFO ] && echo 22 || echo 2222)
  cat > /run/sshd-$port.conf <<CONF
Port $port
ListenAddress 127.0.0.1
ListenAddress ::1
UsePAM yes
PermitRootLogin no
PasswordAuthentication yes
KbdInteractiveAuthentication $([ $level = INFO ] && echo no || echo yes)
TrustedUserCAKeys /run/authority.pub
DenyUsers bob@127.0.9.*
AllowTcpForwarding local
MaxAuthTries 3
MaxStartups 8:60:12
MaxSessions 2
LoginGraceTime 4
ClientAliveInterval 20
LogLevel $level
PidFile /run/sshd-$port.pid
Subsystem sftp internal-sftp -l VERBOSE
CONF
  [ $port = 22 ] && ssh-keygen -A > /dev/null
  /usr/sbin/sshd -f /run/sshd-$port.conf
done
cat > /etc/sudoers.d/people <<'CONF'
alice ALL=(ALL) NOPASSWD: ALL
bob ALL=(root) NOPASSWD: /usr/bin/id, /usr/bin/ls *
carol ALL=(deploy:deploy) ALL
dave ALL=(root) /bin/true
CONF
printf '* * * * * deploy true\n* * * * * root test -d /srv\n* * * * * nobody echo "a report" > /dev/null\n' > /etc/cron.d/jobs
printf '* * * * * absent true\n' > /etc/cron.d/bad
chmod 644 /etc/cron.d/*
cron -L 15

options='-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o ConnectTimeout=5'
port() { [ $((RANDOM % 2)) = 0 ] && echo 22 || echo 2222; }
attempt() { # ADDRESS USER PASSWORD
  timeout 9 sshpass -p "$3" ssh $options -p "$(port)" -o PubkeyAuthentication=no -o NumberOfPasswordPrompts="$((RANDOM % 3 + 1))" -b "$1" "$2@127.0.0.1" "${4:-true}"
}
raw() { printf "$1" | timeout 2 bash -c 'exec 3<>/dev/tcp/127.0.0.1/'"$(port)"'; cat >&3; sleep 0.'$((RANDOM % 9)); }
people() {
  local users=(alice bob carol dave)
  while [ $SECONDS -lt "$seconds" ]; do
    local user=${users[RANDOM % 4]} from=127.0.$((RANDOM % 3 + 8)).$((RANDOM % 9 + 10)) password
    password=right-$user
    [ $((RANDOM % 5)) -ne 0 ] || password=mistyped
    case $((RANDOM % 14)) in
      0) attempt "$from" "$user" "$password" 'exit 3' ;;
      1) ssh $options -i /run/deploy-key -p "$(port)" -b "$from" deploy@127.0.0.1 true ;;
      2) ssh $options -i /run/other-key -p "$(port)" -b "$from" carol@127.0.0.1 true ;;
      3) ssh $options -i /run/other-key -o BatchMode=yes -p "$(port)" -b "$from" deploy@127.0.0.1 true ;;
      4) printf 'ls\nget /etc/hostname /run/got\n' | timeout 5 sftp $options -q -i /run/deploy-key -P "$(port)" -b - deploy@127.0.0.1 ;;
      5) timeout 3 ssh $options -i /run/deploy-key -p "$(port)" -N -R 9001:127.0.0.1:22 deploy@127.0.0.1 ;;
      6) attempt "$from" locked right-locked ;;
      7) ssh $options -i /run/deploy-key -p "$(port)" deploy@::1 true ;;
      8) timeout 1 ssh $options -i /run/deploy-key -p "$(port)" deploy@127.0.0.1 sleep 9 ;;
      *) attempt "$from" "$user" "$password" ;;
    esac || true
    sleep "0.$((RANDOM % 5))"
  done
}
guesses() { # ADDRESS
  local names=(root admin test oracle postgres ubuntu git guest user www-data alice ftp 'a b' 'from 10.0.0.1 port 22' "$(printf 'caf\303\251')" 'invalid user')
  while [ $SECONDS -lt "$seconds" ]; do
    for _ in 1 2 3 4; do attempt "$1" "${names[RANDOM % ${#names[@]}]}" "guess-$RANDOM" || true; done
    sleep "$((RANDOM % 5))"
  done
}
strangers() {
  while [ $SECONDS -lt "$seconds" ]; do
    case $((RANDOM % 8)) in
      0) raw 'GET / HTTP/1.1\r\nHost: a\r\n\r\n' ;;
      1) raw 'SSH-2.0-Go\r\n' ;;
      2) raw 'SSH-1.5-old\r\n' ;;
      3) raw '\x16\x03\x01\x02\x00\x01' ;;
      4) raw '' ;;
      5) ssh $options -p "$(port)" -o KexAlgorithms=diffie-hellman-group1-sha1 root@127.0.0.1 true ;;
      6) ssh $options -p "$(port)" -c aes128-cbc root@127.0.0.1 true ;;
      7) ssh $options -p "$(port)" -o HostKeyAlgorithms=ssh-dss root@127.0.0.1 true ;;
    esac || true
    sleep "0.$((RANDOM % 9))"
  done
}
become() { setpriv --reuid="$1" --regid="$1" --init-groups "${@:2}"; }
others() {
  while [ $SECONDS -lt "$seconds" ]; do
    case $((RANDOM % 16)) in
      0) become alice sudo -n id ;;
      1) become alice sudo -u deploy -g deploy sh -c 'true; echo "a ; b"' ;;
      2) become bob sudo -n id ;;
      3) become bob sudo -n cat /etc/shadow ;;
      4) printf 'wrong\nworse\nworst\n' | become dave sudo -S true ;;
      5) printf 'right-dave\n' | become dave sudo -S true ;;
      6) become deploy sudo -n true ;;
      7) become alice sudo -D /tmp LANG=C FOO=bar ls ;;
      8) printf 'right-carol\n' | become carol sudo -S -u deploy id ;;
      9) become alice sudo -l ;;
      10) su alice -c true ;;
      11) printf 'wrong\n' | become bob su carol -c true ;;
      12) printf 'right-carol\n' | become bob su - carol -c true ;;
      13) printf 'wrong\n' | become bob su -c true ;;
      14) useradd "guest$((RANDOM % 40))" ;;
      15) userdel "guest$((RANDOM % 40))"; printf 'carol:right-carol\n' | chpasswd; usermod -aG users carol; groupadd "team$((RANDOM % 40))" ;;
    esac || true
    [ $((RANDOM % 9)) -ne 0 ] || printf '* * * * * true\n' | become alice crontab - || true
    [ $((RANDOM % 9)) -ne 0 ] || become alice crontab -l || true
    sleep "0.$((RANDOM % 3))"
  done
}
people & people &
guesses 127.0.66.13 & guesses 127.0.77.21 &
strangers & others & others &
sleep $((seconds + 12))
