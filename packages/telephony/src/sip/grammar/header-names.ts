/** RFC 3261 §7.3.3 and later RFCs: one letter instead of the name. */
const COMPACT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'accept-contact',
    b: 'referred-by',
    c: 'content-type',
    d: 'request-disposition',
    e: 'content-encoding',
    f: 'from',
    i: 'call-id',
    j: 'reject-contact',
    k: 'supported',
    l: 'content-length',
    m: 'contact',
    n: 'identity-info',
    o: 'event',
    r: 'refer-to',
    s: 'subject',
    t: 'to',
    u: 'allow-events',
    v: 'via',
    x: 'session-expires',
    y: 'identity',
  }),
);

/** The spelling we write; names are case-insensitive, but some phones think otherwise. */
const SPELLING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    accept: 'Accept',
    allow: 'Allow',
    authorization: 'Authorization',
    'call-id': 'Call-ID',
    contact: 'Contact',
    'content-length': 'Content-Length',
    'content-type': 'Content-Type',
    cseq: 'CSeq',
    from: 'From',
    'max-forwards': 'Max-Forwards',
    'min-se': 'Min-SE',
    'proxy-authenticate': 'Proxy-Authenticate',
    'proxy-authorization': 'Proxy-Authorization',
    rack: 'RAck',
    'record-route': 'Record-Route',
    require: 'Require',
    'retry-after': 'Retry-After',
    route: 'Route',
    rseq: 'RSeq',
    server: 'Server',
    'session-expires': 'Session-Expires',
    supported: 'Supported',
    to: 'To',
    unsupported: 'Unsupported',
    'user-agent': 'User-Agent',
    via: 'Via',
    'www-authenticate': 'WWW-Authenticate',
  }),
);

export const longName = (name: string): string => {
  const lower = name.toLowerCase();
  return lower.length === 1 ? (COMPACT.get(lower) ?? lower) : lower;
};

export const spelling = (name: string): string => SPELLING.get(name) ?? name;
