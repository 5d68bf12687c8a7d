import { type Config, type Settings, sipBinds, soundBind } from '../config.ts';
import { checkTls, keepSelfMadeCertificate } from './certificate.ts';
import { makeSecretKey, secretKeyOf } from './key-file.ts';
import { pickPort, pickRtpRange, type RtpRange } from './ports.ts';
import type { Place } from './start-moving.ts';

/** Where the search for a free port begins when nobody set one. */
export const usualPorts = {
  web: 8_080,
  sip: 5_060,
  sipTls: 5_061,
  sipWss: 5_443,
  webRtc: 5_443,
  stun: 3_478,
  practice: 5_090,
} as const;
/** The practice carrier is a toy for this machine: never seen from outside. */
export const PRACTICE_HOST = '127.0.0.1';

export const pickWebPort = (settings: Settings): Promise<number> =>
  pickPort('PORT', { transport: 'tcp', address: settings.host }, settings.port, usualPorts.web);

type SipPorts = Pick<Config['sip'], 'port' | 'tlsPort' | 'wssPort' | 'webRtcPort' | 'stunPort'>;

/**
 * One after the other: where the first two search they would meet. They are looked for where they will listen in the end:
 * a port that cannot be opened later is of no use.
 */
export const pickSipPorts = async (settings: Settings): Promise<SipPorts> => {
  const { host, sip } = settings;
  const { later } = sipBinds(sip);
  const port = await pickPort(
    'SIP_PORT',
    { transport: sip.tcp ? 'both' : 'udp', address: later },
    sip.port,
    usualPorts.sip,
  );
  const besides = sip.port === null ? Math.max(port + 1, usualPorts.sipTls) : usualPorts.sipTls;
  const pickStream = (setting: string, at: string, set: number | null | 'off', otherwise: number) =>
    set === 'off' ? null : pickPort(setting, { transport: 'tcp', address: at }, set, otherwise);
  const tlsPort = await pickStream('SIP_TLS_PORT', later, sip.tlsPort, besides === port ? port + 1 : besides);
  const wssPort = await pickStream('SIP_WSS_PORT', host, sip.wssPort, usualPorts.sipWss);
  if (wssPort === null) return { port, tlsPort, wssPort, webRtcPort: null, stunPort: null };
  const at = { transport: 'udp', address: soundBind(settings) } as const;
  // The same number as that of their SIP, where it is free: one line in a firewall's list.
  const webRtcPort = await pickPort(
    'WEBRTC_PORT',
    at,
    sip.webRtcPort,
    sip.wssPort === null ? usualPorts.webRtc : wssPort,
  );
  const stunPort = await pickPort('STUN_PORT', at, sip.stunPort, usualPorts.stun);
  return { port, tlsPort, wssPort, webRtcPort, stunPort };
};

/** All that the calls process will bind for SIP; seats in the browser come where the pages are. */
export const sipPlaces = (config: Pick<Config, 'host' | 'sip' | 'trustProxy'>): readonly Place[] => {
  const { host, sip } = config;
  const { port, tcp, tlsPort, wssPort, webRtcPort, stunPort } = sip;
  const { later } = sipBinds(sip);
  const place = (transport: Place['transport'], address: string, at: number | null): readonly Place[] =>
    at === null ? [] : [{ transport, address, port: at }];
  return [
    { transport: tcp ? 'both' : 'udp', address: later, port },
    ...place('tcp', later, tlsPort),
    ...place('tcp', host, wssPort),
    ...place('udp', soundBind(config), webRtcPort),
    ...place('udp', soundBind(config), stunPort),
  ];
};

export const pickPracticePort = (): Promise<number> =>
  pickPort('PRACTICE', { transport: 'udp', address: PRACTICE_HOST }, null, usualPorts.practice);

/** Settings with everything found that the operator left open, but for the database, which is not up yet. */
export interface Settled {
  readonly config: Config;
  readonly rtp: RtpRange;
}

/** @throws {StartRefused} for a taken port, a folder that cannot be written, a certificate that does not fit. */
export const settle = async (settings: Settings): Promise<Settled> => {
  const { practice, practiceAt, needsTls, logTo: _logTo, ...rest } = settings;
  const [port, sipPorts, practicePort] = await Promise.all([
    pickWebPort(settings),
    pickSipPorts(settings),
    practice ? pickPracticePort() : practiceAt,
  ]);
  const isSipSecure = sipPorts.tlsPort !== null || sipPorts.wssPort !== null;
  const hosts = [settings.host, ...(settings.sip.publicIp === null ? [] : [settings.sip.publicIp])];
  const ownTls = settings.tls === null ? null : checkTls(settings.tls);
  const madeTls =
    needsTls || isSipSecure ? (ownTls ?? (await keepSelfMadeCertificate(settings.dataDir, ...hosts))) : null;
  const rtp = await pickRtpRange(sipBinds(settings.sip).first, settings.sip.rtpPorts);
  const key = secretKeyOf(settings.dataDir, settings.secretKey);
  const config: Config = {
    ...rest,
    port,
    databaseUrl: settings.databaseUrl ?? '',
    sip: {
      ...settings.sip,
      ...sipPorts,
      certificate: isSipSecure ? madeTls : null,
      rtpPorts: { from: rtp.from, to: rtp.to },
    },
    practicePort,
    secretKey: key ?? makeSecretKey(),
    isKeyNew: key === null,
    tls: ownTls ?? (needsTls ? madeTls : null),
  };
  return { config, rtp };
};
