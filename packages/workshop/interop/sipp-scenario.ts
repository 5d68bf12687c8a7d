/**
 * Scenarios for sipp's carrier, written as what it hears and says, one after the other. The INVITE's headers are kept when
 * it comes, so that it can be answered after other requests of the call; the dialog's own requests go where its Contact
 * and Record-Route lead. Every line of SIP that leaves is written here by hand (RFC 3261, 3262, 3311, 4028).
 */
export type SippStep = string;

interface SippSaying {
  /** Further header lines. */
  readonly headers?: readonly string[];
  /** SDP lines after `t=0 0`; none: no body. */
  readonly sdp?: readonly string[];
  /** Tells early dialogs of one INVITE apart; part of the To tag. */
  readonly fork?: string;
  /** Said again until it is acknowledged, over UDP. */
  readonly again?: boolean;
  /** What Contact says; sipp's own address when left out, none for null. */
  readonly contact?: string | null;
}

/** sipp's sound is at the port of the setting `sound_port`: A-law and keys by RFC 4733. */
export const sound = (direction = 'sendrecv', port = '[sound_port]'): readonly string[] => [
  `m=audio ${port} RTP/AVP 8 101`,
  'a=rtpmap:8 PCMA/8000',
  'a=rtpmap:101 telephone-event/8000',
  'a=fmtp:101 0-15',
  `a=${direction}`,
];

/** In the order in which things happen. */
export const scenario = (name: string, ...steps: readonly SippStep[]): { readonly xml: string } => ({
  xml: `<?xml version="1.0" encoding="UTF-8"?>\n<scenario name="${name}">\n${steps.join('\n')}\n</scenario>\n`,
});

const kept = ['via', 'from', 'to', 'cseq'] as const;

/** The INVITE that begins the call. `ways`: what a text in it leads to, as label of a later `at`. */
export const hearsCall = (ways: Readonly<Record<string, string>> = {}): SippStep => {
  const keep = kept.map(
    name => `<ereg regexp=".*" search_in="hdr" header="${headerNames[name]}:" assign_to="${name}"/>`,
  );
  const looks = Object.entries(ways).map(
    ([text, way]) => `<ereg regexp="${text}" search_in="msg" assign_to="${way}"/>`,
  );
  const turns = Object.values(ways).map(way => `<nop hide="true" test="${way}" next="${way}"/>`);
  return [
    `<recv request="INVITE" rrs="true"><action>${[...keep, ...looks].join('')}</action></recv>`,
    `<Reference variables="${kept.join(',')}"/>`,
    ...turns,
  ].join('\n');
};
const headerNames = { via: 'Via', from: 'From', to: 'To', cseq: 'CSeq' } as const;

/** A later request of the dialog; with `must`, one that holds it. */
export const hears = (method: string, must?: string): SippStep =>
  must === undefined
    ? `<recv request="${method}"/>`
    : `<recv request="${method}"><action><ereg regexp="${must}" search_in="msg" check_it="true" assign_to="${named(must)}"/></action></recv>\n<Reference variables="${named(must)}"/>`;

const named = (text: string): string => `has${text.replace(/\W/g, '')}`;

export const hearsAnswer = (status: number): SippStep => `<recv response="${status}"/>`;

export const waits = (ms: number): SippStep => `<pause milliseconds="${ms}"/>`;

export const at = (label: string): SippStep => `<label id="${label}"/>`;

export const goes = (label: string): SippStep => `<nop hide="true" next="${label}"/>`;

/** An answer to the call's INVITE. */
export const answersCall = (status: string, saying: SippSaying = {}): SippStep =>
  sends(
    [
      `SIP/2.0 ${status}`,
      'Via:[$via]',
      'From:[$from]',
      `To:[$to]${status.startsWith('100') ? '' : `;tag=${tag(saying)}`}`,
      '[last_Call-ID:]',
      'CSeq:[$cseq]',
    ],
    saying,
  );

/** An answer to whatever came last, in the dialog or before it. */
export const answers = (status: string, saying: SippSaying = {}): SippStep =>
  sends([`SIP/2.0 ${status}`, '[last_Via:]', '[last_From:]', '[last_To:]', '[last_Call-ID:]', '[last_CSeq:]'], saying);

/** A request of the carrier's own in the dialog. */
export const asks = (method: string, sequence: number, saying: SippSaying = {}): SippStep =>
  sends(
    [
      `${method} [next_url] SIP/2.0`,
      `Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]`,
      `From:[$to];tag=${tag(saying)}`,
      'To:[$from]',
      '[last_Call-ID:]',
      `CSeq: ${sequence} ${method}`,
      'Max-Forwards: 70',
    ],
    method === 'ACK' ? saying : { again: true, ...saying },
  );

const tag = ({ fork = '' }: SippSaying): string => `[pid]sipp[call_number]${fork}`;

const OWN_CONTACT = '<sip:[local_ip]:[local_port];transport=[transport]>';

const sends = (head: readonly string[], saying: SippSaying): SippStep => {
  const { headers = [], sdp, again = false, contact = OWN_CONTACT } = saying;
  const session = ['v=0', 'o=sipp 1 1 IN IP4 [local_ip]', 's=-', 'c=IN IP4 [local_ip]', 't=0 0'];
  const lines = [
    ...head,
    ...(contact === null ? [] : [`Contact: ${contact}`]),
    ...headers,
    ...(sdp === undefined
      ? ['Content-Length: 0', '', '']
      : ['Content-Type: application/sdp', 'Content-Length: [len]', '', ...session, ...sdp]),
  ];
  return `<send${again ? ' retrans="500"' : ''}><![CDATA[\n${lines.join('\n')}\n]]></send>`;
};

/** Up to the answer, acknowledged: rings, then 200 with sound. */
export const takesCall = (saying: SippSaying = {}): readonly SippStep[] => [
  hearsCall(),
  answersCall('180 Ringing', { headers: saying.headers ?? [] }),
  answersCall('200 OK', { sdp: sound(), again: true, ...saying }),
  hears('ACK'),
];

export const isHungUp = (): readonly SippStep[] => [hears('BYE'), answers('200 OK')];

/** A request of theirs that is answered later, after others: keeps what its answer needs. */
export const hearsAndKeeps = (method: string): SippStep =>
  [
    `<recv request="${method}"><action>`,
    '<ereg regexp=".*" search_in="hdr" header="Via:" assign_to="laterVia"/>',
    '<ereg regexp=".*" search_in="hdr" header="CSeq:" assign_to="laterCseq"/>',
    '</action></recv>',
  ].join('');

export const answersWhatWasKept = (status: string): SippStep =>
  sends(
    [
      `SIP/2.0 ${status}`,
      'Via:[$laterVia]',
      'From:[$from]',
      `To:[$to];tag=${tag({})}`,
      '[last_Call-ID:]',
      'CSeq:[$laterCseq]',
    ],
    {},
  );
