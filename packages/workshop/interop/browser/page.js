// The page of a browser's telephone: JsSIP, or SIP.js, as their authors ship them, and an ear for tones.
import JsSIP from 'jssip';
import { Inviter, Registerer, SessionState, UserAgent } from 'sip.js';

const state = { registered: false, closed: 0, events: [], calls: [] };
let telephone = null;
const note = text => state.events.push(text);

/** Chromium plays a remote stream only where an element has it; the ear listens beside it. */
const listen = (one, connection) =>
  connection.addEventListener('track', ({ streams: [stream], track }) => {
    const heard = stream ?? new MediaStream([track]);
    const element = new Audio();
    element.srcObject = heard;
    element.muted = true;
    void element.play();
    const context = new AudioContext();
    one.ear = context.createAnalyser();
    one.ear.fftSize = 8192;
    context.createMediaStreamSource(heard).connect(one.ear);
  });

/** A tone is noise to who cleans up voices. */
const unchanged = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };

const open = () => {
  const one = { is: 'new', cause: null, headers: {}, ear: null };
  state.calls.push(one);
  return one;
};

const byJssip = ({ url, account, domain, password }) => {
  const uri = `sip:${account}@${domain}`;
  const ua = new JsSIP.UA({ sockets: [new JsSIP.WebSocketInterface(url)], uri, password });
  const media = { mediaConstraints: { audio: unchanged, video: false }, pcConfig: { iceServers: [] } };
  ua.on('registered', () => {
    state.registered = true;
  });
  ua.on('unregistered', () => {
    state.registered = false;
  });
  ua.on('registrationFailed', ({ cause }) => note(`registrationFailed ${cause}`));
  ua.on('disconnected', () => {
    state.registered = false;
    state.closed++;
  });
  const take = (session, one) => {
    Object.assign(one, {
      hangUp: () => session.terminate(),
      hold: on => new Promise(settle => session[on ? 'hold' : 'unhold']({}, settle)),
      keys: keys => session.sendDTMF(keys, { transportType: 'RFC2833' }),
      connection: () => session.connection,
    });
    if (session.connection) listen(one, session.connection);
    else session.on('peerconnection', ({ peerconnection }) => listen(one, peerconnection));
    session.on('progress', ({ response }) => {
      one.is = 'progress';
      if (response) one.headers.logId = response.getHeader('X-Log-Id') ?? null;
    });
    session.on('accepted', () => {
      one.is = 'accepted';
    });
    session.on('confirmed', () => {
      one.is = 'confirmed';
    });
    session.on('failed', ({ cause, message }) => {
      one.is = 'failed';
      one.cause = `${cause} ${message?.status_code ?? ''}`.trim();
      one.headers.because = message?.getHeader?.('X-Because') ?? null;
    });
    session.on('ended', ({ cause }) => {
      one.is = 'ended';
      one.cause = cause;
    });
    // No trickle: the first candidate is enough, for it is the browser that comes to us.
    session.on('icecandidate', ({ ready }) => ready());
  };
  ua.on('newRTCSession', ({ session, request, originator }) => {
    if (originator !== 'remote') return;
    const one = open();
    one.headers = {
      logId: request.getHeader('X-Log-Id') ?? null,
      kind: request.getHeader('X-Call-Kind') ?? null,
      from: request.from.uri.user,
      name: request.from.display_name,
    };
    take(session, one);
    session.answer(media);
  });
  ua.start();
  return { call: (to, extraHeaders) => take(ua.call(to, { ...media, extraHeaders }), open()) };
};

const bySipjs = ({ url, account, domain, password }) => {
  const sessionDescriptionHandlerFactoryOptions = {
    iceGatheringTimeout: 200,
    peerConnectionConfiguration: { iceServers: [] },
  };
  const ua = new UserAgent({
    uri: UserAgent.makeURI(`sip:${account}@${domain}`),
    ...{ authorizationUsername: account, authorizationPassword: password },
    ...{ transportOptions: { server: url }, sessionDescriptionHandlerFactoryOptions, logBuiltinEnabled: false },
    delegate: {
      onInvite: invitation => {
        const one = open();
        one.headers = {
          logId: invitation.request.getHeader('X-Log-Id') ?? null,
          from: invitation.request.from.uri.user,
        };
        take(invitation, one);
        void invitation.accept({ sessionDescriptionHandlerOptions: { constraints: { audio: unchanged } } });
      },
      onDisconnect: () => {
        state.registered = false;
        state.closed++;
      },
    },
  });
  const take = (session, one) => {
    const connection = () => session.sessionDescriptionHandler?.peerConnection;
    Object.assign(one, { connection, hangUp: () => session.bye() });
    session.delegate = { onSessionDescriptionHandler: handler => listen(one, handler.peerConnection) };
    session.stateChange.addListener(is => {
      one.is = is === SessionState.Established ? 'confirmed' : is === SessionState.Terminated ? 'ended' : one.is;
    });
  };
  void ua.start().then(async () => {
    const registerer = new Registerer(ua);
    registerer.stateChange.addListener(is => {
      state.registered = is === 'Registered';
    });
    await registerer.register();
  });
  return {
    call: (to, extraHeaders) => {
      const inviter = new Inviter(ua, UserAgent.makeURI(`sip:${to}@${domain}`), {
        extraHeaders,
        sessionDescriptionHandlerOptions: { constraints: { audio: unchanged } },
      });
      const one = open();
      take(inviter, one);
      void inviter.invite();
    },
  };
};

window.phone = {
  state: () => ({ ...state, calls: state.calls.map(({ is, cause, headers }) => ({ is, cause, headers })) }),
  register: wants => {
    telephone = wants.by === 'sipjs' ? bySipjs(wants) : byJssip(wants);
  },
  call: (to, headers) => telephone.call(to, headers),
  hangUp: index => state.calls[index].hangUp(),
  hold: (index, on) => state.calls[index].hold(on),
  keys: (index, keys) => state.calls[index].keys(keys),
  codec: async index => {
    const report = [...(await state.calls[index].connection().getStats()).values()];
    return report.find(({ type, mimeType }) => type === 'codec' && mimeType?.startsWith('audio'))?.mimeType ?? null;
  },
  // In Hz; 0 in silence.
  pitch: index => {
    const { ear } = state.calls[index];
    if (ear === null) return 0;
    const bins = new Float32Array(ear.frequencyBinCount);
    ear.getFloatFrequencyData(bins);
    let most = 1;
    for (let i = 1; i < bins.length; i++) if (bins[i] > bins[most]) most = i;
    return bins[most] < -60 ? 0 : Math.round((most * ear.context.sampleRate) / ear.fftSize);
  },
};
