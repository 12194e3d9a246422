# Documents from standard input, one a line, with the client of Debian: python3 elasticsearch_bulk.py URL TOKEN
import json
import sys

from elasticsearch import Elasticsearch, helpers

url, token = sys.argv[1:]
client = Elasticsearch([url], http_auth=("vigie", token), http_compress=True)
client.info()
documents = (dict(json.loads(line), _index="logs", _op_type="create") for line in sys.stdin)
stored, errors = helpers.bulk(client, documents, chunk_size=1000)
print(stored)
sys.exit(1 if errors else 0)
