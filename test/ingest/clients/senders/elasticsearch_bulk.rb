# Documents from standard input, one a line, with the client of Debian: ruby elasticsearch_bulk.rb URL TOKEN
require "elasticsearch"
require "json"
require "uri"

address = URI(ARGV[0])
token = ARGV[1]
client = Elasticsearch::Client.new(
  host: { scheme: address.scheme, host: address.host, port: address.port, user: "vigie", password: token }
)
client.info
stored = 0
STDIN.set_encoding("UTF-8")
STDIN.each_line.each_slice(1000) do |lines|
  answer = client.bulk(index: "logs", body: lines.map { |line| { index: { data: JSON.parse(line) } } })
  abort JSON.generate(answer["items"].first) if answer["errors"]
  stored += answer["items"].size
end
puts stored
