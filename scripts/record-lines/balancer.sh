#!/usr/bin/env bash
# haproxy: HTTP and TCP in front of servers that come and go; clients that are slow, wrong or rude.
set -euo pipefail
openssl req -x509 -newkey rsa:2048 -nodes -keyout /run/haproxy.key -out /run/haproxy.crt -subj /CN=shop.example -days 1 2> /dev/null
cat /run/haproxy.crt /run/haproxy.key > /run/haproxy.pem
cat > /run/haproxy.cfg <<'CONF'
global
  log 127.0.0.1:514 local0
  log-send-hostname
  stats socket /run/haproxy.sock mode 600 level admin
  maxconn 300
defaults
  log global
  timeout connect 500ms
  timeout client 1500ms
  timeout server 1s
  timeout http-request 1s
  timeout queue 1s
  option redispatch
  retries 2
frontend shop
  bind 127.0.0.1:8000
  bind 127.0.0.1:8443 ssl crt /run/haproxy.pem
  mode http
  option httplog
  capture request header Host len 20
  capture request header User-Agent len 30
  capture response header Content-Type len 20
  http-request deny if { path_beg /admin }
  http-request tarpit if { path_beg /wp-login }
  http-request redirect location /new if { path /old }
  default_backend pages
  use_backend full if { path_beg /full }
  use_backend nobody if { path_beg /nobody }
frontend plain
  bind 127.0.0.1:8001
  mode http
  option httplog
  option dontlognull
  default_backend pages
frontend secure
  bind 127.0.0.1:8444 ssl crt /run/haproxy.pem
  mode http
  option httpslog
  default_backend pages
frontend clf
  bind 127.0.0.1:8002
  mode http
  option httplog clf
  default_backend pages
backend pages
  mode http
  balance roundrobin
  cookie SRV insert indirect nocache
  option httpchk GET /health
  server p1 127.0.0.1:9201 check inter 2s cookie p1
  server p2 127.0.0.1:9202 check inter 2s cookie p2
  server p3 127.0.0.1:9203 check inter 2s backup
backend full
  mode http
  server f1 127.0.0.1:9201 maxconn 1 maxqueue 2
backend nobody
  mode http
  server n1 127.0.0.1:9 check inter 3s
listen database
  bind 127.0.0.1:8003
  mode tcp
  option tcplog
  server d1 127.0.0.1:9201 check inter 2s
  server d2 127.0.0.1:9204 check inter 2s
listen quiet
  bind 127.0.0.1:8004
  mode tcp
  server q1 127.0.0.1:9202
CONF
haproxy -db -f /run/haproxy.cfg 2> /dev/null & haproxy=$!
timeout "$((seconds + 5))" python3 "$here/balancer-clients.py" "$seconds" || true
kill -USR1 $haproxy || true
sleep 3
kill $haproxy 2> /dev/null || true
