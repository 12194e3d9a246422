#!/usr/bin/env bash
# Host web-1 watched: Prometheus, node exporter and Alertmanager, which log logfmt. Targets that are down make warnings.
set -euo pipefail
mkdir -p /opt/monitoring
cat > /opt/monitoring/prometheus.yml <<'CONF'
global: { scrape_interval: 1s, evaluation_interval: 2s }
alerting: { alertmanagers: [{ static_configs: [{ targets: ["127.0.0.1:9093", "127.0.0.1:9094"] }] }] }
rule_files: [rules.yml]
scrape_configs:
  - job_name: node
    static_configs: [{ targets: ["127.0.0.1:9100"] }]
  - job_name: shop
    static_configs: [{ targets: ["127.0.0.1:9000", "127.0.0.1:9999"] }]
CONF
cat > /opt/monitoring/rules.yml <<'CONF'
groups:
  - name: shop
    rules:
      - { alert: TargetDown, expr: "up == 0", labels: { severity: page } }
      - { alert: Busy, expr: "rate(node_cpu_seconds_total{mode='user'}[10s]) > 0.1", labels: { severity: info } }
      - { record: broken, expr: "label_replace(up, 'instance', 'same', 'instance', '.*')" }
CONF
cat > /opt/monitoring/alertmanager.yml <<'CONF'
route: { receiver: team, group_by: [alertname], group_wait: 1s, group_interval: 5s, repeat_interval: 10s }
receivers: [{ name: team, webhook_configs: [{ url: "http://127.0.0.1:9998/hook" }] }]
CONF
cd /opt/monitoring
prometheus-node-exporter --log.level=debug --collector.disable-defaults --collector.cpu --collector.loadavg --collector.meminfo \
  --collector.vmstat --collector.stat --collector.time --web.listen-address=127.0.0.1:9100 2> /opt/logs/node-exporter.log &
exporter=$!
prometheus-alertmanager --log.level=debug --config.file=alertmanager.yml --storage.path=/opt/monitoring/alerts \
  --web.listen-address=127.0.0.1:9093 --cluster.listen-address= 2> /opt/logs/alertmanager.log &
alertmanager=$!
prometheus --log.level=debug --config.file=prometheus.yml --storage.tsdb.path=/opt/monitoring/data \
  --web.listen-address=127.0.0.1:9090 2> /opt/logs/prometheus.log &
prometheus=$!
sleep "$seconds"
kill "$prometheus" "$alertmanager" "$exporter"
wait || true
