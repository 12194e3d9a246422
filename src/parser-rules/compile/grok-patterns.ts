/**
 * The standard names of grok, written for an engine without look-around and safe for one that backtracks: wherever the
 * format allows it, the character that ends a part cannot belong to it. They describe shapes: nobody checks whether 300
 * can be part of an address.
 */
export const grokPatterns: Readonly<Record<string, string>> = {
  WORD: "\\w+",
  NOTSPACE: "\\S+",
  SPACE: "\\s*",
  DATA: "[^\\n]*?",
  GREEDYDATA: "[^\\n]*",
  QUOTEDSTRING: "\"[^\"\\\\]*(?:\\\\.[^\"\\\\]*)*\"|'[^'\\\\]*(?:\\\\.[^'\\\\]*)*'|`[^`\\\\]*(?:\\\\.[^`\\\\]*)*`",
  QS: "%{QUOTEDSTRING}",
  UUID: "[A-Fa-f0-9]{8}-(?:[A-Fa-f0-9]{4}-){3}[A-Fa-f0-9]{12}",

  INT: "[+-]?\\d+",
  POSINT: "[1-9]\\d*",
  NONNEGINT: "\\d+",
  NUMBER: "%{BASE10NUM}",
  BASE10NUM: "[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)",
  BASE16NUM: "[+-]?(?:0x)?[0-9A-Fa-f]+",
  BASE16FLOAT: "[+-]?(?:0x)?(?:[0-9A-Fa-f]+(?:\\.[0-9A-Fa-f]*)?|\\.[0-9A-Fa-f]+)",
  BOOL: "true|false|TRUE|FALSE|True|False",

  USERNAME: "[a-zA-Z0-9._-]+",
  USER: "%{USERNAME}",
  EMAILLOCALPART: "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}",
  EMAILADDRESS: "%{EMAILLOCALPART}@%{HOSTNAME}",
  HTTPDUSER: "[a-zA-Z0-9._@-]+",

  IPV4: "\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}",
  IPV6: "[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]*[0-9A-Fa-f:](?:%[0-9A-Za-z._-]+)?",
  IP: "%{IPV4}|%{IPV6}",
  HOSTNAME: "[0-9A-Za-z_][0-9A-Za-z_.-]{0,253}",
  HOST: "%{HOSTNAME}",
  IPORHOST: "%{IPV6}|%{HOSTNAME}",
  HOSTPORT: "%{IPORHOST}:\\d+",

  MAC: "%{CISCOMAC}|%{WINDOWSMAC}|%{COMMONMAC}",
  CISCOMAC: "(?:[A-Fa-f0-9]{4}\\.){2}[A-Fa-f0-9]{4}",
  WINDOWSMAC: "(?:[A-Fa-f0-9]{2}-){5}[A-Fa-f0-9]{2}",
  COMMONMAC: "(?:[A-Fa-f0-9]{2}:){5}[A-Fa-f0-9]{2}",

  PATH: "%{UNIXPATH}|%{WINPATH}",
  UNIXPATH: "/[^\\s:\"'<>|]*",
  WINPATH: '(?:[A-Za-z]:|\\\\)\\\\[^\\s:*?"<>|]*',
  TTY: "/dev/(?:pts/\\d+|tty[a-zA-Z0-9]*)",
  URIPROTO: "[A-Za-z][A-Za-z0-9+.-]*",
  URIHOST: "%{IPORHOST}(?::\\d+)?",
  URIPATH: "(?:/[A-Za-z0-9$.+!*'(){},~:;=@#%&_-]*)+",
  URIQUERY: "[A-Za-z0-9$.+!*'|(){},~@#%&/=:;_?\\[\\]<>-]*",
  URIPARAM: "\\?%{URIQUERY}",
  URIPATHPARAM: "%{URIPATH}(?:\\?%{URIQUERY})?",
  URI: "%{URIPROTO}://(?:[^\\s/@]+@)?(?:\\[[0-9A-Fa-f:.]+\\]|[0-9A-Za-z_.-]+)?(?::\\d+)?(?:%{URIPATHPARAM})?",
  URN: "urn:[0-9A-Za-z][0-9A-Za-z-]{0,31}:[0-9a-zA-Z()+,.:=@;$_!*'/?#%-]+",

  MONTH:
    "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[a-z]*",
  MONTHNUM: "0?[1-9]|1[0-2]",
  MONTHNUM2: "0[1-9]|1[0-2]",
  MONTHDAY: "0[1-9]|[12]\\d|3[01]|[1-9]",
  DAY: "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*",
  YEAR: "\\d{4}|\\d{2}",
  HOUR: "\\d{1,2}",
  MINUTE: "[0-5]\\d",
  SECOND: "\\d{1,2}(?:[:.,]\\d+)?",
  TIME: "\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?",
  DATE_US: "\\d{1,2}[/-]\\d{1,2}[/-]\\d{2,4}",
  DATE_EU: "\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}",
  DATE: "%{DATE_EU}",
  DATESTAMP: "%{DATE}[ -]%{TIME}",
  ISO8601_TIMEZONE: "Z|[+-]\\d{2}:?\\d{2}",
  ISO8601_SECOND: "\\d{2}(?:[.,]\\d+)?",
  TIMESTAMP_ISO8601: "\\d{2,4}-\\d{1,2}-\\d{1,2}[T ]\\d{1,2}:?\\d{2}(?::?\\d{2}(?:[.,]\\d+)?)?(?:%{ISO8601_TIMEZONE})?",
  TZ: "[A-Z]{3,4}",
  DATESTAMP_RFC822: "%{DAY} %{MONTH} \\d{1,2} \\d{2,4} %{TIME} %{TZ}",
  DATESTAMP_RFC2822: "%{DAY}, \\d{1,2} %{MONTH} \\d{2,4} %{TIME} %{ISO8601_TIMEZONE}",
  DATESTAMP_OTHER: "%{DAY} %{MONTH} \\d{1,2} %{TIME} %{TZ} \\d{2,4}",
  DATESTAMP_EVENTLOG: "\\d{14}",
  HTTPDATE: "\\d{1,2}/%{MONTH}/\\d{4}:%{TIME} [+-]\\d{4}",
  HTTPDERROR_DATE: "%{DAY} %{MONTH} \\d{1,2} %{TIME} \\d{4}",

  SYSLOGTIMESTAMP: "%{MONTH} +\\d{1,2} %{TIME}",
  PROG: "[\\x21-\\x5a\\x5c\\x5e-\\x7e]+",
  SYSLOGPROG: "%{PROG:program}(?:\\[%{POSINT:pid}\\])?",
  SYSLOGHOST: "%{IPORHOST}",
  SYSLOGFACILITY: "<%{NONNEGINT:facility}.%{NONNEGINT:priority}>",
  LOGLEVEL:
    "[Aa]lert|ALERT|[Tt]race|TRACE|[Dd]ebug|DEBUG|[Nn]otice|NOTICE|[Ii]nfo(?:rmation)?|INFO(?:RMATION)?|[Ww]arn(?:ing)?|WARN(?:ING)?|[Ee]rr(?:or)?|ERR(?:OR)?|[Cc]rit(?:ical)?|CRIT(?:ICAL)?|[Ff]atal|FATAL|[Ss]evere|SEVERE|[Ee]merg(?:ency)?|EMERG(?:ENCY)?",

  COMMONAPACHELOG:
    '%{IPORHOST:clientip} %{NOTSPACE:ident} %{NOTSPACE:auth} \\[%{HTTPDATE:timestamp}\\] "(?:%{WORD:verb} %{NOTSPACE:request}(?: HTTP/%{NUMBER:httpversion})?|%{DATA:rawrequest})" %{NONNEGINT:response} (?:%{NONNEGINT:bytes}|-)',
  COMBINEDAPACHELOG: "%{COMMONAPACHELOG} %{QS:referrer} %{QS:agent}",
};
