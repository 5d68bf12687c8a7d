import type { DialLine, OurPort } from '../lines/index.ts';

/**
 * How the doctor looks at the world: asked of the calls process, which holds the SIP port. Nothing rejects; each comes
 * back within its limit, and says so when that ran out.
 */
export interface LineProbes {
  readonly resolve: (host: string, port: number | null, transport: Transport) => Promise<Resolved>;
  /** OPTIONS, and how the far end saw us. */
  readonly probe: (line: DialLine) => Promise<Probed>;
  /** Of a TLS line: what the far end shows, checked by the authorities. Null: no connection. */
  readonly certificate: (host: string, port: number) => Promise<SeenCertificate | null>;
  /** REGISTER once, and taken back. */
  readonly register: (line: DialLine) => Promise<Registered>;
  /** RTP ports of this machine, a sample of them bound and let go. */
  readonly ports: () => Promise<SeenPorts>;
  /** What we write into Via, Contact and SDP where no far end told otherwise; our port was opened for the line by then. */
  readonly ours: (line: DialLine) => Promise<OurPort>;
}
type Transport = 'udp' | 'tcp' | 'tls';

export interface Resolved {
  /** Empty: the name is not known, or it is not said where it leads. */
  readonly addresses: readonly string[];
  readonly bySrv: boolean;
  /** False: it leads into a private network, or to this machine. */
  readonly isAllowed: boolean;
}

export interface Probed {
  readonly target: { readonly host: string; readonly port: number } | null;
  readonly code: number | null;
  /** Why there is no code. */
  readonly because:
    | 'noReply'
    | 'unresolved'
    | 'notAllowed'
    | 'notOpen'
    | 'unreachable'
    | 'closed'
    | 'certificate'
    | null;
  readonly roundTripMs: number | null;
  /** Hosts as Via said and as the far end saw them. */
  readonly saidAs: string | null;
  readonly seenAs: string | null;
}

export interface SeenCertificate {
  /** Something is there, and it does not speak TLS. */
  readonly speaksTls: boolean;
  /** Whom it was issued to. */
  readonly name: string;
  readonly validTo: Date | null;
  readonly selfSigned: boolean;
  /** Why the authorities do not vouch for it; null: they do. */
  readonly untrusted: string | null;
  /** It is for another name than the line's. */
  readonly wrongName: boolean;
}

export interface Registered {
  readonly code: number | null;
  readonly because: 'registered' | 'credentialsRefused' | 'weakChallenge' | 'noReply' | 'refused';
  readonly seconds: number;
  readonly seenAs: string | null;
}

export interface SeenPorts {
  readonly from: number;
  readonly to: number;
  readonly looked: number;
  /** In use, and not by calls of ours. */
  readonly taken: number;
}
