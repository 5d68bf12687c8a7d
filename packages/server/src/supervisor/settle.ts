import type { Config, Settings } from '../config.ts';
import { checkTls, keepSelfMadeCertificate } from './certificate.ts';
import { keepSecretKey } from './data-dir.ts';
import { pickPort, pickRtpRange, type RtpRange } from './ports.ts';

/** Where the search for a free port begins when nobody set one. */
export const usualPorts = { web: 8_080, sip: 5_060, practice: 5_090 } as const;
/** The practice carrier is a toy for this machine: never seen from outside. */
export const PRACTICE_HOST = '127.0.0.1';

export const pickWebPort = (settings: Settings): Promise<number> =>
  pickPort('PORT', 'tcp', settings.host, settings.port, usualPorts.web);

export const pickSipPort = (settings: Settings): Promise<number> =>
  pickPort('SIP_PORT', 'udp', settings.sip.bind, settings.sip.port, usualPorts.sip);

export const pickPracticePort = (): Promise<number> =>
  pickPort('PRACTICE', 'udp', PRACTICE_HOST, null, usualPorts.practice);

/** Settings with everything found that the operator left open, but for the database, which is not up yet. */
export interface Settled {
  readonly config: Config;
  readonly rtp: RtpRange;
}

/** @throws {StartRefused} for a taken port, a folder that cannot be written, a certificate that does not fit. */
export const settle = async (settings: Settings): Promise<Settled> => {
  const { practice, practiceAt, needsTls, logTo: _logTo, ...rest } = settings;
  const [port, sipPort, practicePort] = await Promise.all([
    pickWebPort(settings),
    pickSipPort(settings),
    practice ? pickPracticePort() : practiceAt,
  ]);
  const tls = needsTls ? await keepSelfMadeCertificate(settings.dataDir, settings.host) : null;
  const rtp = await pickRtpRange(settings.sip.bind, settings.sip.rtpPorts);
  const config: Config = {
    ...rest,
    port,
    databaseUrl: settings.databaseUrl ?? '',
    sip: { ...settings.sip, port: sipPort, rtpPorts: { from: rtp.from, to: rtp.to } },
    practicePort,
    secretKey: keepSecretKey(settings.dataDir, settings.secretKey),
    tls: settings.tls === null ? tls : checkTls(settings.tls),
  };
  return { config, rtp };
};
