import { randomBytes } from 'node:crypto';
import { type BrowserEnd, openBrowserEnd } from '../../../../telephony/bench/browser-end.ts';
import { allHeaders, answerTo, authorised, bodyOf, header, requestText, statusOf, uriIn } from '../sip-text.ts';

/** What `user/getSeatPwd` gives, and where. */
export interface PhoneAccount {
  readonly account: string;
  readonly domain: string;
  readonly pwd: string;
  readonly url: string;
}

/** A seat's telephone as its page has one: registered over WebSocket, one call at a time, answers at once what rings it. */
export interface SeatPhone {
  readonly register: () => Promise<void>;
  /** Resolves with the status that ended the dialling: 200 where somebody answered and there is a way for the sound. */
  readonly dial: (to: string) => Promise<number>;
  readonly hangUp: () => void;
  readonly sound: () => BrowserEnd | null;
  readonly close: () => void;
}

interface PhoneHears {
  /** It answers a call that rang it: its 200 leaves now. */
  readonly answers: (logId: string) => void;
}

interface Dialog {
  readonly callId: string;
  readonly local: string;
  remote: string;
  target: string;
  cseq: number;
  sound: BrowserEnd | null;
  isAnswered: boolean;
}

const EXPIRES_S = 600;
const ping = '\r\n\r\n';
const PING_EVERY_MS = 20_000;

const openSocket = (url: string): Promise<WebSocket> =>
  new Promise((settle, reject) => {
    const socket = new WebSocket(url, 'sip');
    socket.addEventListener('open', () => settle(socket), { once: true });
    socket.addEventListener('error', () => reject(new Error(`no way to ${url}`)), { once: true });
  });

const token = (): string => randomBytes(8).toString('hex');

type Hear = (status: number, answer: string) => void;
type AskParts = Omit<Parameters<typeof requestText>[1], 'branch' | 'contact'>;

interface AskingParts {
  readonly of: PhoneAccount;
  readonly contact: string;
  readonly say: (text: string) => void;
}

/** Requests and their answers. */
const createAsking = ({ of, contact, say }: AskingParts) => {
  const asked = new Map<string, (answer: string) => void>();

  /** Every answer but 100, by the branch of the request. */
  const ask = (method: string, parts: AskParts, heard: Hear): void => {
    const branch = token();
    asked.set(branch, answer => {
      const status = statusOf(answer);
      if (status >= 200) asked.delete(branch);
      if (method === 'INVITE' && status >= 300) {
        const { uri, from, callId, cseq } = parts;
        say(requestText('ACK', { uri, from, to: header(answer, 'To'), callId, cseq, contact, branch }));
      }
      heard(status, answer);
    });
    say(requestText(method, { ...parts, contact, branch }));
  };

  return {
    ask,
    /** Asked again with the secret where the first is challenged. */
    askWithSecret: (method: string, parts: AskParts, heard: Hear): void =>
      ask(method, parts, (status, answer) => {
        if (status !== 401 && status !== 407) return heard(status, answer);
        const secret = authorised(answer, { method, uri: parts.uri, account: of.account, password: of.pwd });
        const more = [...(parts.more ?? []), secret];
        ask(method, { ...parts, cseq: parts.cseq + 1, more }, heard);
      }),
    hear: (answer: string): void => {
      const branch = /branch=z9hG4bK([0-9a-f]+)/.exec(allHeaders(answer, 'Via')[0] ?? '')?.[1] ?? '';
      if (statusOf(answer) > 100) asked.get(branch)?.(answer);
    },
  };
};

export const openSeatPhone = async (of: PhoneAccount, { answers }: PhoneHears): Promise<SeatPhone> => {
  const socket = await openSocket(of.url);
  const own = `<sip:${of.account}@${of.domain}>`;
  const contact = `sip:${of.account}@${token()}.invalid;transport=ws`;
  let dialog: Dialog | null = null;
  const say = (text: string): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
  };
  const pinging = setInterval(() => say(ping), PING_EVERY_MS);

  const { ask, askWithSecret, hear } = createAsking({ of, contact, say });

  const end = (): void => {
    dialog?.sound?.close();
    dialog = null;
  };

  const dial = async (to: string): Promise<number> => {
    const sound = await openBrowserEnd();
    const uri = `sip:${to}@${of.domain}`;
    const from = `${own};tag=${token()}`;
    const made: Dialog = {
      callId: token(),
      local: from,
      remote: `<${uri}>`,
      target: uri,
      cseq: 2,
      sound,
      isAnswered: false,
    };
    dialog = made;
    let hasAnswer = false;
    return new Promise(settle => {
      const progress: Hear = (status, answer) => {
        if (status >= 300) {
          end();
          return settle(status);
        }
        if (!hasAnswer && bodyOf(answer) !== '') {
          hasAnswer = true;
          sound.answer(bodyOf(answer));
        }
        if (status < 200) return;
        made.remote = header(answer, 'To');
        made.target = uriIn(header(answer, 'Contact'));
        made.isAnswered = true;
        const cseq = Number(/^\d+/.exec(header(answer, 'CSeq'))?.[0]);
        made.cseq = cseq;
        const { target, local, remote, callId } = made;
        say(requestText('ACK', { uri: target, from: local, to: remote, callId, cseq, contact, branch: token() }));
        sound.connected.then(
          () => settle(200),
          () => settle(0),
        );
      };
      const body = sound.sdp;
      askWithSecret('INVITE', { uri, from, to: `<${uri}>`, callId: made.callId, cseq: 1, body }, progress);
    });
  };

  const ring = async (invite: string): Promise<void> => {
    const tag = token();
    if (dialog !== null) return say(answerTo(invite, '486 Busy Here', { tag, contact }));
    const made: Dialog = {
      callId: header(invite, 'Call-ID'),
      local: `${header(invite, 'To')};tag=${tag}`,
      remote: header(invite, 'From'),
      target: uriIn(header(invite, 'Contact')),
      cseq: 1,
      sound: null,
      isAnswered: true,
    };
    dialog = made;
    say(answerTo(invite, '180 Ringing', { tag, contact }));
    made.sound = await openBrowserEnd(bodyOf(invite));
    if (dialog !== made) return made.sound.close();
    answers(header(invite, 'X-Log-Id'));
    say(answerTo(invite, '200 OK', { tag, contact, body: made.sound.sdp }));
  };

  const hearRequest = (request: string): void => {
    const method = /^[A-Z]+/.exec(request)?.[0] ?? '';
    if (method === 'INVITE') return void ring(request).catch(end);
    if (method === 'ACK' || method === '') return;
    say(answerTo(request, '200 OK', { tag: token(), contact }));
    const isOurs = header(request, 'Call-ID') === dialog?.callId;
    if (isOurs && (method === 'BYE' || method === 'CANCEL')) end();
  };

  socket.addEventListener('message', ({ data }) => {
    const text = typeof data === 'string' ? data : Buffer.from(data as ArrayBuffer).toString();
    if (statusOf(text) === 0) return hearRequest(text);
    hear(text);
  });

  return {
    register: () =>
      new Promise((settle, reject) => {
        const uri = `sip:${of.domain}`;
        const parts = { uri, from: `${own};tag=${token()}`, to: own, callId: token(), cseq: 1 };
        askWithSecret('REGISTER', { ...parts, more: [`Expires: ${EXPIRES_S}`] }, status =>
          status < 300 ? settle() : reject(new Error(`${of.account}: ${status} to REGISTER`)),
        );
      }),
    dial,
    hangUp: () => {
      const ending = dialog;
      end();
      if (ending === null || !ending.isAnswered) return;
      const { target: uri, local: from, remote: to, callId, cseq } = ending;
      ask('BYE', { uri, from, to, callId, cseq: cseq + 1 }, () => undefined);
    },
    sound: () => dialog?.sound ?? null,
    close: () => {
      clearInterval(pinging);
      end();
      socket.close();
    },
  };
};
