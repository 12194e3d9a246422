#!/usr/bin/env bash
# Host web-1: nginx in front of a small site with an upstream that is down at times, Apache beside it, and visitors.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p /srv/www/docs /srv/www/assets /srv/www/private
for page in index about pricing contact docs/install docs/faq docs/api; do head -c $((RANDOM % 9000 + 500)) /dev/zero | tr '\0' 'x' > "/srv/www/$page.html"; done
head -c 48000 /dev/zero | tr '\0' 'c' > /srv/www/assets/app.css
head -c 210000 /dev/zero | tr '\0' 'j' > /srv/www/assets/app.js
printf 'secret' > /srv/www/private/keys.txt
chmod 700 /srv/www/private
cat > /run/nginx.conf <<'CONF'
user www-data;
worker_processes 1;
pid /run/nginx.pid;
error_log /opt/logs/nginx-error.log warn;
events { worker_connections 256; }
http {
  include /etc/nginx/mime.types;
  log_format json escape=json '{"time":"$time_iso8601","remote_addr":"$remote_addr","method":"$request_method","uri":"$request_uri",'
    '"status":$status,"bytes":$body_bytes_sent,"duration":$request_time,"upstream_status":"$upstream_status",'
    '"referer":"$http_referer","user_agent":"$http_user_agent","request_id":"$request_id","host":"$hostname","service":"shop"}';
  access_log /opt/logs/nginx-access.log combined;
  access_log /opt/logs/nginx-access.jsonl json if=$log_as_json;
  map $request_uri $log_as_json { ~^/api/ 1; default 0; }
  limit_req_zone $binary_remote_addr zone=logins:1m rate=30r/m;
  client_max_body_size 16k;
  server {
    listen 80;
    server_name shop.example;
    root /srv/www;
    location /api/v1/ { proxy_pass http://127.0.0.1:9000; proxy_connect_timeout 1s; proxy_read_timeout 1s; }
    location = /login { limit_req zone=logins burst=3 nodelay; limit_req_status 429; return 302 /; }
    location /admin { deny all; }
    location = /old-shop { return 301 /; }
    location / { try_files $uri $uri.html $uri/ =404; }
  }
}
CONF
nginx -c /run/nginx.conf
cat > /run/apache.conf <<'CONF'
ServerRoot /etc/apache2
PidFile /run/apache2/apache2.pid
Listen 8080
User www-data
Group www-data
ServerName intranet.example
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule authz_host_module /usr/lib/apache2/modules/mod_authz_host.so
LoadModule dir_module /usr/lib/apache2/modules/mod_dir.so
LoadModule mime_module /usr/lib/apache2/modules/mod_mime.so
LoadModule alias_module /usr/lib/apache2/modules/mod_alias.so
LoadModule autoindex_module /usr/lib/apache2/modules/mod_autoindex.so
TypesConfig /etc/mime.types
LogFormat "%h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\"" combined
CustomLog /opt/logs/apache-access.log combined
ErrorLog /opt/logs/apache-error.log
LogLevel info
DocumentRoot /srv/www
Redirect 301 /wiki /docs/
<Directory /srv/www>
  Options -Indexes
  Require all granted
</Directory>
<Location /status>
  Require ip 127.0.10.0/24
</Location>
CONF
apache2 -f /run/apache.conf
shop() { # What a program with structured data sends by itself.
  while [ $SECONDS -lt "$seconds" ]; do
    logger --rfc5424 --server 127.0.0.1 --port 5514 --tcp --octet-count --tag shop --priority "user.$1" --msgid "ORD$((RANDOM % 40))" \
      --sd-id order@32473 --sd-param "customer=\"$((RANDOM % 97))\"" --sd-param "total=\"$((RANDOM % 900)).50\"" "$2"
    sleep "$((RANDOM % 2)).$((RANDOM % 9))"
  done
}
shop info "order accepted" &
shop warning "stock is low" &
shop err "payment refused by the bank" &
timeout "$((seconds + 5))" python3 "$here/visitors.py" "$seconds"
apache2 -f /run/apache.conf -k stop
nginx -c /run/nginx.conf -s quit
