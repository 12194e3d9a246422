# Records from standard input, one a line, with the client of Debian: python3 fluent_sender.py HOST PORT TAG
import json
import sys

from fluent import sender

host, port, tag = sys.argv[1:]
log = sender.FluentSender(tag, host=host, port=int(port), nanosecond_precision=True, bufmax=64 * 1024 * 1024)
for line in sys.stdin:
    record = json.loads(line)
    if not log.emit_with_time(None, sender.EventTime(record.pop("time")), record):
        sys.exit(str(log.last_error))
log.close()
