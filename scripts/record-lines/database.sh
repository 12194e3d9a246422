#!/usr/bin/env bash
# MariaDB: starts, stops, clients that are refused or go away, slow statements, deadlocks.
set -euo pipefail
data=/var/lib/mysql
chown mysql "$data"
mkdir -p /run/mysqld && chown mysql /run/mysqld
cat > /run/my.cnf <<CONF
[mysqld]
datadir=$data
socket=/run/mysqld/mysqld.sock
port=3306
bind-address=127.0.0.1
user=mysql
log_error=$data/error.log
log_warnings=9
skip_name_resolve=1
slow_query_log=1
slow_query_log_file=$data/slow.log
long_query_time=0.02
innodb_print_all_deadlocks=ON
innodb_buffer_pool_size=32M
innodb_lock_wait_timeout=1
wait_timeout=2
max_connections=20
max_connect_errors=1000000
log_bin=$data/binlog
server_id=1
CONF
mariadb-install-db --defaults-file=/run/my.cnf --user=mysql > /dev/null 2>&1
start() {
  mariadbd --defaults-file=/run/my.cnf & database=$!
  for _ in $(seq 100); do mariadb -S /run/mysqld/mysqld.sock -e 'select 1' > /dev/null 2>&1 && return; sleep 0.2; done
}
start
mariadb -S /run/mysqld/mysqld.sock <<'SQL'
create database shop; use shop;
create table orders (id int primary key, customer int, total decimal(9,2));
insert into orders select seq, seq % 97, seq * 1.5 from seq_1_to_5000;
drop user if exists ''@localhost; drop user if exists ''@'host-1';
create user shop@'%' identified by 'shop'; grant all on shop.* to shop@'%';
create user old@'127.0.0.1' identified by 'old' account lock;
SQL
client() { timeout 4 mariadb --connect-timeout=3 -h 127.0.0.1 "$@" > /dev/null 2>&1 || true; }
work() {
  while [ $SECONDS -lt "$seconds" ]; do
    case $((RANDOM % 9)) in
      0) client -u shop -pshop shop -e "select sleep(0.0$((RANDOM % 9 + 2))), 'a;b' from orders limit 1" ;;
      1) client -u shop -pwrong shop -e 'select 1' ;;
      2) client -u "nobody$((RANDOM % 5))" -e 'select 1' ;;
      3) client -u shop -pshop absent -e 'select 1' ;;
      4) timeout 0.2 mariadb -h 127.0.0.1 -u shop -pshop shop -e 'select sleep(3)' ;;
      5) printf 'GET / HTTP/1.1\r\n\r\n' | timeout 1 bash -c 'exec 3<>/dev/tcp/127.0.0.1/3306; cat >&3; sleep 0.1' ;;
      6) client -u old -pold -e 'select 1' ;;
      7) { sleep 0.1; printf 'select 1;'; sleep 2.6; printf 'select 2;'; } | timeout 5 mariadb -h 127.0.0.1 -u shop -pshop shop -n ;;
      8) client -u shop -pshop shop -e "select count(*), sum(a.total) from orders a join orders b on a.customer = b.customer where a.id < $((RANDOM % 900))" ;;
    esac > /dev/null 2>&1 || true
  done
}
deadlocks() {
  while [ $SECONDS -lt "$seconds" ]; do
    client -u shop -pshop shop -e 'begin; update orders set total = 1 where id = 1; select sleep(0.3); update orders set total = 1 where id = 2; commit' &
    client -u shop -pshop shop -e 'begin; update orders set total = 2 where id = 2; select sleep(0.3); update orders set total = 2 where id = 1; commit'
    wait $! || true
    sleep 8
  done
}
restarts() {
  while [ $SECONDS -lt "$seconds" ]; do
    sleep 25
    mariadb-admin -S /run/mysqld/mysqld.sock shutdown || true
    for _ in $(seq 60); do pgrep --ns $$ --nslist pid -x mariadbd > /dev/null || break; sleep 0.2; done
    start
  done
}
jobs=()
for _ in 1 2 3; do work & jobs+=($!); done
deadlocks & jobs+=($!)
restarts & jobs+=($!)
for job in "${jobs[@]}"; do wait "$job" || true; done
mariadb-admin -S /run/mysqld/mysqld.sock shutdown || true
sleep 3
cp "$data/error.log" "$folder/mariadb-error.log"
cp "$data/slow.log" "$folder/mariadb-slow.log"
