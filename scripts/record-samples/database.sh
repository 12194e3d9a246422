#!/usr/bin/env bash
# Host db-1: PostgreSQL with an application that makes mistakes: slow statements, double keys, deadlocks, wrong passwords.
set -euo pipefail
bin=$(dirname "$(ls /usr/lib/postgresql/*/bin/initdb | tail -1)")
data=/var/lib/postgresql/data
install -d -m 700 -o postgres "$data"
run() { setpriv --reuid=postgres --regid=postgres --clear-groups env HOME=/var/lib/postgresql PATH="$bin:$PATH" LC_ALL=C.UTF-8 "$@"; }
run initdb -D "$data" --auth-host=scram-sha-256 --auth-local=trust >/dev/null
cat >> "$data/postgresql.conf" <<'CONF'
listen_addresses = '127.0.0.1'
logging_collector = on
log_destination = 'stderr,jsonlog'
log_directory = 'log'
log_filename = 'postgresql.log'
log_line_prefix = '%m [%p] %q%u@%d '
log_timezone = 'UTC'
log_connections = on
log_disconnections = on
log_lock_waits = on
log_checkpoints = on
log_min_duration_statement = 40ms
deadlock_timeout = 100ms
checkpoint_timeout = 30s
statement_timeout = 2s
CONF
cd /var/lib/postgresql
run pg_ctl -s -w -D "$data" start
run psql -qc "create role shop login password 'shop'" -c "create database shop owner shop"
run psql -q -U shop shop <<'SQL'
create table orders (id int primary key, customer int not null, total numeric check (total >= 0));
insert into orders select n, n % 97, n * 1.5 from generate_series(1, 20000) n;
SQL
shop() { run psql -q -U shop shop "$@" >/dev/null 2>&1 || true; }
work() {
  while [ $SECONDS -lt "$seconds" ]; do
    local id=$((RANDOM % 20000 + 1))
    case $((RANDOM % 10)) in
      0 | 1) shop -c "insert into orders values ($id, 1, 5)" ;;
      2) shop -c "select pg_sleep(0.0$((RANDOM % 9)) + 0.01), count(*) from orders where customer = $((RANDOM % 97))" ;;
      3) shop -c "selct * from orders" ;;
      4) shop -c "select total / (customer - customer) from orders where id = $id" ;;
      5) shop -c "update orders set total = -1 where id = $id" ;;
      6) shop -c "select * from invoices where order_id = $id" ;;
      7) PGPASSWORD=wrong shop -h 127.0.0.1 -c "select 1" ;;
      *) shop -c "select count(*) from orders a join orders b using (customer) where a.id < $((RANDOM % 3000))" ;;
    esac
    sleep "0.$((RANDOM % 7))"
  done
}
deadlocks() {
  while [ $SECONDS -lt "$seconds" ]; do
    shop -c "begin" -c "update orders set total = 1 where id = 1" -c "select pg_sleep(0.2)" -c "update orders set total = 1 where id = 2" -c "commit" &
    local first=$!
    shop -c "begin" -c "update orders set total = 2 where id = 2" -c "select pg_sleep(0.2)" -c "update orders set total = 2 where id = 1" -c "commit"
    wait "$first" || true
    sleep 9
  done
}
work & work & work &
deadlocks
wait %1 %2 %3 || true
run pg_ctl -s -w -m fast -D "$data" stop
cp "$data/log/postgresql.log" "$data/log/postgresql.json" /opt/logs/
