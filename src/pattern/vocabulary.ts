/**
 * Words known to the rules of patterns. They determine pattern ids: a change to one of these lists needs a new
 * `patternVersion`.
 */

/** Names with a digit in them that are no data. Lower case; the first sign is a letter. */
export const namesWithDigits: ReadonlySet<string> = words(`
  ssh1 ssh2 ipv4 ipv6 ip4 ip6 inet4 inet6 tcp4 tcp6 udp4 udp6 icmp6 icmpv6 dhcpv4 dhcpv6 dhcp4 dhcp6 http1 http2 http3 h2 h2c h3
  tls1 ssl2 ssl3 sslv2 sslv3 tlsv1 x509 x25519 ed25519 p256 p384 p521 rsa2048 rsa4096 pkcs1 pkcs7 pkcs8 pkcs11 pkcs12
  md4 md5 sha1 sha2 sha3 sha224 sha256 sha384 sha512 aes128 aes192 aes256 rc4 crc32 crc32c crc16 blake2 blake2b blake2s
  blake3 xxh64 argon2 argon2i argon2id hs256 hs384 hs512 rs256 rs384 rs512 es256 es384 es512 base16 base32 base36 base58 base62
  base64 base64url ascii85 utf8 utf16 utf32 utf8mb3 utf8mb4 ucs2 latin1 iso8859 cp1252 gb2312 gb18030 big5 koi8 rfc822 rfc3164
  rfc3339 rfc5424 iso8601 x86 x64 x86_64 i386 i486 i586 i686 amd64 arm64 armv6 armv7 armv8 aarch64 ppc64 ppc64le mips64 riscv64
  s390 s390x win32 win64 lib32 lib64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 m68k
  ext2 ext3 ext4 fat12 fat16 fat32 jbd2 lz4 bzip2 bz2 zlib1 lzma2 snappy1 mp3 mp4 h264 h265 vp8 vp9 av1 jpeg2000 ipv4v6
  k8s k3s s3 ec2 route53 log4j log4j2 slf4j oauth1 oauth2 o365 office365 auth0 neo4j db2 sqlite3 python2 python3 pip3 lua5
  junit4 junit5 imap4 pop3 smtp2 kerberos5 krb5 gss2 nfs3 nfs4 nfsv3 nfsv4 smb1 smb2 smb3 l2tp
  layer2 layer3 layer4 layer7 l2 l3 l4 l7 eap8021x wpa1 wpa2 wpa3 ipsec1 ikev1 ikev2 ospf2 ospfv2 ospfv3 ripv2
  bgp4 i2c sata2 sata3 ddr3 ddr4 ddr5 i2o p2p b2b b2c
`);

/** Names before the number of a thing: `worker17` is `worker<*>`. Lower case, without underscores at the end. */
export const numberedThings: ReadonlySet<string> = words(`
  eth wlan wlp tun tap br bond vlan vxlan veth docker ens eno lo ppp wwan gre ipip sit dummy swp ge gi te xe et irb po
  gigabitethernet tengigabitethernet fastethernet ethernet portchannel port
  sd sda sdb sdc sdd sde hda vda vdb xvda xvdb dm md loop sr nvme mmcblk disk slot bay lun enclosure drive volume vol raid
  tty ttys ttyusb ttyacm pts hvc console cpu core gpu numa irq acpi pci usb hub i2c spi gpio temp fan sensor thermal zone rapl
  worker thread pool task job queue shard partition replica node host server srv web app proxy cache broker master slave primary
  secondary standby member peer agent client consumer producer executor runner actor instance machine vm container pod cluster
  rack row site room region group team channel stream session connection conn socket request req response resp query stmt
  statement transaction tx txn block blk segment chunk page file part snapshot backup batch step stage phase attempt retry try
  user customer account order invoice item product cart ticket case device station terminal sensor node unit module line
  exec map reduce driver application container bastion gateway router switch firewall fw sw rtr ap mail mx ns dns ldap
  topic bucket table column field param parameter arg argument var value key index idx id test example sample build release
  version ver rev v r tlsv sslv http soap xml html css es java jdk jre php perl ruby python go rust gcc glibc qt gtk
  ah error err warning code status signal sig exit errno level lvl priority severity channel
`);

/** Keys whose values say who, where or which: `user=bob` is `user=<*>`. Lower case. */
export const namingKeys: ReadonlySet<string> = words(`
  user username usr uname login logname account acct owner actor principal subject ruser luser euser name fullname firstname
  lastname nickname displayname customer tenant member author
  host hostname rhost lhost node nodename pod container instance machine computer workstation vm client server peer remote local
  upstream downstream backend frontend gateway addr address ip ipaddr ipaddress src dst source dest destination sip dip srcip
  dstip laddr raddr faddr gaddr endpoint nexthop mac
  path file filename dir directory folder pathname exe image workdir cwd home url uri link href referer referrer target location
  redirect domain fqdn zone
  id uid gid pid tid uuid guid oid sid cid rid xid key apikey token nonce ticket session sessionid request requestid req reqid
  correlationid traceid spanid trace span transaction txid order orderid hash digest checksum fingerprint etag cursor serial
  query sql statement stmt command cmd cmdline args argv
  email mail sender recipient from to cc bcc rcpt msgid messageid subject
  agent useragent ua dn cn value
`);

/** Keys whose last part makes them such a key: `request_id`, `remote-addr`, `clientIp`. */
export const namingKeyEndings: readonly string[] = [
  "id",
  "name",
  "path",
  "file",
  "url",
  "uri",
  "host",
  "ip",
  "addr",
  "address",
  "user",
  "key",
  "token",
  "hash",
  "email",
];

/** Keys whose values are the program's own words. Lower case, without signs. */
export const tellingKeys: ReadonlySet<string> = words(`
  msg message error err reason event detail details description desc cause exception text summary title errmsg errormessage
  log info warning warn statustext failure result
`);

export const methods: ReadonlySet<string> = words(
  "get head post put delete patch options connect trace propfind report mkcol",
);

/** `for user bob from`, `invalid user bob`. */
export const userWords: ReadonlySet<string> = words("user username account login");
/** A fingerprint follows them and a colon. */
export const digests: ReadonlySet<string> = words("md5 sha1 sha256 sha384 sha512");
/** Those of them that a name may also follow at the end of a text. */
export const beforeUser: ReadonlySet<string> = words(
  "for invalid illegal unknown authenticating from by as of new add added delete deleted remove removed lock locked unlock",
);
/** Words behind `user` that are no name. */
export const notNames: ReadonlySet<string> = words(`
  not is was has had does did do can cannot could may must will would should unknown failed failure error logged logging login
  logout authentication authenticated authorization authorized name names agent id ids session sessions and or with in on at to for of
  by from the a an input data space mode defined account accounts group groups environment profile profiles created deleted updated
  removed added changed locked disabled enabled expired exists already password denied rejected accepted requested request
`);
export const afterName: ReadonlySet<string> = words(
  "from at on by port via using with rhost logged signed connected disconnected joined left authenticated",
);
/** Before `for bob from`. */
export const beforeFor: ReadonlySet<string> = words(
  "password publickey pam none hostbased login access failed failure accepted refused denied su keyboard rejected",
);

/** Before a colon, they make the name in front of them that of a package. */
export const architectures: ReadonlySet<string> = words(
  "all any amd64 arm64 armhf armel i386 riscv64 ppc64el s390x mips64el",
);

export const months: ReadonlySet<string> = words("jan feb mar apr may jun jul aug sep oct nov dec");
export const weekdays: ReadonlySet<string> = words("mon tue wed thu fri sat sun");

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
