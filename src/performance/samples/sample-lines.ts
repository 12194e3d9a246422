/** Lines as common programs write them: the parser is measured with these unless others are given. */
export const sampleLines: readonly string[] = [
  "<38>Mar  3 04:12:09 bastion-1 sshd[2214]: Failed password for invalid user oracle from 203.0.113.77 port 51122 ssh2",
  "<86>Mar  3 04:12:11 bastion-1 sshd[2214]: pam_unix(sshd:session): session opened for user deploy(uid=1001) by (uid=0)",
  '<165>1 2026-03-03T04:12:13.003Z fw-2.example.com evntslog 812 ID47 [exampleSDID@32473 iut="3" eventSource="Application"] link up on port 7',
  '198.51.100.23 - - [03/Mar/2026:04:12:14 +0000] "GET /catalog/items?id=8841&page=2 HTTP/1.1" 200 5316 "-" "Mozilla/5.0 (X11; Linux x86_64)"',
  '203.0.113.9 - alice [03/Mar/2026:04:12:15 +0000] "POST /api/login HTTP/2.0" 401 143 "https://shop.example.com/" "curl/8.5.0"',
  "2026/03/03 04:12:16 [error] 731#731: *1289 connect() failed (111: Connection refused) while connecting to upstream, client: 198.51.100.23",
  '{"timestamp":"2026-03-03T04:12:17.221Z","level":"warning","service":"billing","host":"app-4","message":"slow query","duration_ms":812,"user":{"id":77}}',
  'ts=2026-03-03T04:12:18.907Z caller=compact.go:519 level=info component=tsdb msg="write block" mint=1772496000000 duration=1.2s',
  "2026-03-03 04:12:19.114 UTC [4411] LOG:  checkpoint complete: wrote 1893 buffers (11.6%); write=101.210 s, sync=0.012 s",
  "<4>Mar  3 04:12:20 fw-1 kernel: [81234.201] DROP IN=eth0 OUT= SRC=192.0.2.55 DST=198.51.100.2 LEN=60 TTL=51 PROTO=TCP SPT=44122 DPT=23 SYN",
];
