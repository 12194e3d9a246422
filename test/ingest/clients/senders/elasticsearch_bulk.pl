# Documents from standard input, one a line, with the client of Debian: perl elasticsearch_bulk.pl URL TOKEN
use strict;
use warnings;
use JSON::PP;
use Search::Elasticsearch;

my ( $url, $token ) = @ARGV;
( my $node = $url ) =~ s{//}{//vigie:$token\@};
my $client = Search::Elasticsearch->new( nodes => [$node], client => '8_0::Direct' );
$client->info;
my $stored = 0;
my $bulk   = $client->bulk_helper(
    index      => 'logs',
    max_count  => 1000,
    on_success => sub { $stored++ },
    on_error   => sub { die JSON::PP->new->encode( $_[1] ) },
);
while ( my $line = <STDIN> ) {
    $bulk->create( { source => JSON::PP->new->utf8->decode($line) } );
}
$bulk->flush;
print "$stored\n";
