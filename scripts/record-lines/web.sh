#!/usr/bin/env bash
# nginx and Apache with what goes wrong behind them: upstreams that are away, refused files, limits, bad requests, wrong passwords.
set -euo pipefail
mkdir -p /srv/www/docs /srv/www/private /run/apache2 /run/nginx /var/log/nginx /var/log/apache2
printf 'hello\n' | tee /srv/www/index.html /srv/www/about.html > /srv/www/docs/install.html
printf 'secret\n' > /srv/www/private/keys.txt
chmod 700 /srv/www/private
printf 'anna:%s\n' "$(openssl passwd -apr1 right)" > /srv/users
openssl req -x509 -newkey rsa:2048 -nodes -keyout /run/web.key -out /run/web.crt -subj /CN=shop.example -days 1 2> /dev/null
cat > /run/nginx.conf <<'CONF'
user www-data;
worker_processes 2;
pid /run/nginx.pid;
error_log /mnt/folder/nginx-error.log info;
events { worker_connections 128; }
http {
  include /etc/nginx/mime.types;
  client_body_temp_path /run/nginx/body; proxy_temp_path /run/nginx/proxy; fastcgi_temp_path /run/nginx/fastcgi; uwsgi_temp_path /run/nginx/uwsgi; scgi_temp_path /run/nginx/scgi;
  log_format vhost '$host:$server_port $remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"';
  access_log /mnt/folder/nginx-access.log combined;
  access_log /mnt/folder/nginx-access-vhost.log vhost;
  access_log syslog:server=127.0.0.1:514,tag=nginx,nohostname combined;
  error_log syslog:server=127.0.0.1:514,tag=nginx,nohostname info;
  limit_req_zone $binary_remote_addr zone=logins:1m rate=30r/m;
  limit_conn_zone $binary_remote_addr zone=each:1m;
  client_max_body_size 4k; large_client_header_buffers 2 1k; client_header_timeout 1s; client_body_timeout 1s; keepalive_timeout 2s;
  upstream pages { server 127.0.0.1:9301 max_fails=2 fail_timeout=2s; server 127.0.0.1:9302; }
  server {
    listen 127.0.0.1:80; listen [::1]:80; server_name shop.example; root /srv/www;
    location /api/ { proxy_pass http://pages; proxy_connect_timeout 300ms; proxy_read_timeout 500ms; }
    location /fast/ { fastcgi_pass 127.0.0.1:9303; include /etc/nginx/fastcgi_params; }
    location = /login { limit_req zone=logins burst=2 nodelay; limit_req_status 429; return 302 /; }
    location /slow/ { limit_conn each 1; limit_rate 1; }
    location /admin { deny all; }
    location /members { auth_basic "members"; auth_basic_user_file /srv/users; try_files /index.html =404; }
    location /loop { rewrite ^ /loop last; }
  }
  server { listen 127.0.0.1:443 ssl; server_name shop.example; ssl_certificate /run/web.crt; ssl_certificate_key /run/web.key; root /srv/www; }
}
CONF
mkdir -p /run/nginx && nginx -c /run/nginx.conf
cat > /run/apache.conf <<'CONF'
ServerRoot /etc/apache2
PidFile /run/apache2/apache2.pid
Listen 127.0.0.1:8080
Listen [::1]:8080
User www-data
Group www-data
ServerName intranet.example
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule authz_host_module /usr/lib/apache2/modules/mod_authz_host.so
LoadModule authz_user_module /usr/lib/apache2/modules/mod_authz_user.so
LoadModule authn_core_module /usr/lib/apache2/modules/mod_authn_core.so
LoadModule authn_file_module /usr/lib/apache2/modules/mod_authn_file.so
LoadModule auth_basic_module /usr/lib/apache2/modules/mod_auth_basic.so
LoadModule dir_module /usr/lib/apache2/modules/mod_dir.so
LoadModule mime_module /usr/lib/apache2/modules/mod_mime.so
LoadModule alias_module /usr/lib/apache2/modules/mod_alias.so
LoadModule autoindex_module /usr/lib/apache2/modules/mod_autoindex.so
LoadModule proxy_module /usr/lib/apache2/modules/mod_proxy.so
LoadModule proxy_http_module /usr/lib/apache2/modules/mod_proxy_http.so
LoadModule cgid_module /usr/lib/apache2/modules/mod_cgid.so
LoadModule rewrite_module /usr/lib/apache2/modules/mod_rewrite.so
LoadModule reqtimeout_module /usr/lib/apache2/modules/mod_reqtimeout.so
TypesConfig /etc/mime.types
LogFormat "%v:%p %h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\"" vhost_combined
LogFormat "%h %l %u %t \"%r\" %>s %b" common
CustomLog /mnt/folder/apache-access.log vhost_combined
CustomLog /mnt/folder/apache-common.log common
CustomLog "|/usr/bin/logger -t apache2 -p local6.info" vhost_combined
ErrorLog /mnt/folder/apache-error.log
LogLevel info
ScriptSock /run/apache2/cgi.sock
DocumentRoot /srv/www
LimitRequestBody 3000
RequestReadTimeout header=1 body=1
Redirect 301 /wiki /docs/
ScriptAlias /cgi/ /srv/cgi/
ProxyPass /api/ http://127.0.0.1:9302/
ProxyPass /away/ http://127.0.0.1:9/
<Directory /srv>
  Options -Indexes +ExecCGI
  Require all granted
</Directory>
<Location /members>
  AuthType Basic
  AuthName members
  AuthUserFile /srv/users
  Require user anna
</Location>
<Location /status>
  Require ip 127.0.10.0/24
</Location>
<Location /loop>
  RewriteEngine on
  RewriteRule .* /loop/again [L]
</Location>
CONF
mkdir -p /srv/cgi
printf '#!/bin/sh\necho "the disk is full" >&2\nexit 1\n' > /srv/cgi/broken
printf '#!/bin/sh\nprintf "Content-Type: text/plain\\n\\nok\\n"; echo "a warning, of a script" >&2\n' > /srv/cgi/chatty
chmod 755 /srv/cgi/*
apache2 -f /run/apache.conf
timeout "$((seconds + 5))" python3 "$here/web-clients.py" "$seconds" || true
nginx -c /run/nginx.conf -s reload
apache2 -f /run/apache.conf -k graceful
sleep 1
apache2 -f /run/apache.conf -k stop
nginx -c /run/nginx.conf -s quit
