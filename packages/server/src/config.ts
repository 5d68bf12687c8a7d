/**
 * Settings of one installation. `loadSettings` reads what the operator wrote into the environment; the supervisor
 * settles the rest (free ports, key file, certificate, database) and tells the finished `Config` to its children over
 * their channels, for who runs under the same account may read a process's environment. Nobody else reads that.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { isLoopback } from './platform/loopback.ts';

const portRange = z.object({ from: z.number().int(), to: z.number().int() });
const tlsFiles = z.object({ certFile: z.string(), keyFile: z.string() });
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

const configSchema = z.object({
  host: z.string(),
  port: z.number().int(),
  dataDir: z.string(),
  databaseUrl: z.string(),
  /** Who owns the tables and migrates them; null: who works with them, or the embedded one's. For the database's process alone. */
  databaseOwnerUrl: z.string().nullable(),
  sip: z.object({
    /** Null: this machine alone, until there is a line beyond it; every IPv4 address then (decision 24). */
    bind: z.string().nullable(),
    /** UDP, and TCP beside it. */
    port: z.number().int(),
    tcp: z.boolean(),
    /** Null: not served. */
    tlsPort: z.number().int().nullable(),
    /** Seats' phones in browsers; null: not served. */
    wssPort: z.number().int().nullable(),
    /** Their sound: one UDP port for all, and another that tells browsers their own address (STUN); null without `wssPort`. */
    webRtcPort: z.number().int().nullable(),
    stunPort: z.number().int().nullable(),
    /** Of TLS and WSS; null when neither is served. */
    certificate: tlsFiles.nullable(),
    publicIp: z.string().nullable(),
    rtpPorts: portRange,
  }),
  /** SIP port of the practice carrier on 127.0.0.1; null when it is off. */
  practicePort: z.number().int().nullable(),
  /** 32 bytes, base64. */
  secretKey: z.string(),
  /** Made at this start, and kept once the database is seen to have no other. */
  isKeyNew: z.boolean(),
  demo: z.boolean(),
  captcha: z.boolean(),
  production: z.boolean(),
  trustProxy: z.boolean(),
  /** Where the browser finds the interface; '' = where the page came from. */
  apiHost: z.string(),
  corsOrigins: z.array(z.string()),
  frameAncestors: z.array(z.string()),
  tls: tlsFiles.nullable(),
  /** The mini-program whose users may be bound to accounts; null: none. */
  weChat: z.object({ host: z.string(), appId: z.string(), secret: z.string() }).nullable(),
  /** Hosts, addresses and networks of one's own that merchants' webhooks and speech services may be at. */
  privateHosts: z.array(z.string()),
  /** A folder with a sherpa-onnx model and library; null: none. */
  sherpaDir: z.string().nullable(),
  /** How long a stop waits for calls that live. */
  drainSeconds: z.number().int(),
  webDist: z.string(),
  version: z.string(),
  logLevel: z.enum(logLevels),
});

/** Everything a process of the house needs to know; finished by the supervisor. */
export type Config = z.infer<typeof configSchema>;

/** What the operator set; null = to be found by the supervisor. */
export type Settings = Omit<Config, 'port' | 'databaseUrl' | 'sip' | 'practicePort' | 'secretKey' | 'isKeyNew'> & {
  readonly port: number | null;
  readonly databaseUrl: string | null;
  readonly sip: {
    readonly bind: string | null;
    readonly port: number | null;
    readonly tcp: boolean;
    readonly tlsPort: number | null | 'off';
    readonly wssPort: number | null | 'off';
    readonly webRtcPort: number | null;
    readonly stunPort: number | null;
    readonly publicIp: string | null;
    readonly rtpPorts: { readonly from: number; readonly to: number } | null;
  };
  readonly secretKey: string | null;
  /** A practice carrier of our own is started. */
  readonly practice: boolean;
  /** SIP port on 127.0.0.1 of one that runs by itself. */
  readonly practiceAt: number | null;
  /** Plain HTTP is for this machine alone: browsers give no microphone to it from elsewhere. */
  readonly needsTls: boolean;
  readonly logTo: 'file' | 'stdout';
};

/** A wrong setting or a machine that cannot run us; its message is one sentence in Chinese and in English. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
  constructor(zh: string, en: string) {
    super(`${zh}\n${en}`);
  }
}

/** Where SIP listens at first, and once there is a line beyond this machine; the same where an address was set. */
export const sipBinds = ({
  bind,
}: Pick<Settings['sip'], 'bind'>): { readonly first: string; readonly later: string } =>
  bind === null ? { first: '127.0.0.1', later: '0.0.0.0' } : { first: bind, later: bind };

/** Where seats' sound listens: as the pages do; behind a proxy everywhere, for a proxy of pages passes no sound on. */
export const soundBind = ({ host, trustProxy }: Pick<Settings, 'host' | 'trustProxy'>): string =>
  trustProxy ? '0.0.0.0' : host;

/** The clone this file lies in: two clones are two installations. */
export const cloneDir = resolve(import.meta.dirname, '../../..');

/** What the environment may hold that opens something. */
const secretNames = ['SECRET_KEY', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'WECHAT_SECRET'] as const;

const refuseSetting = (name: string, value: string, zh: string, en: string): never => {
  const shown = secretNames.some(secret => secret === name) ? '' : ` “${value}”`;
  throw new StartRefused(`环境变量 ${name}${shown} 不对：应为${zh}。`, `${name}${shown} is wrong: it must be ${en}.`);
};

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '');
};

const isDatabaseUrl = (text: string): boolean => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '');

const keyBytes = (text: string): Buffer =>
  /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');

const readRange = (text: string): { from: number; to: number } | null => {
  const [, from, to] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? [];
  return from === undefined ? null : { from: Number(from), to: Number(to) };
};

const port = z.coerce.number().int().min(1).max(65_535);
const portOrOff = z.union([z.literal('off'), port]);
const flag = z.enum(['on', 'off']).transform(word => word === 'on');
const address = z.string().refine(text => isIP(text) !== 0);
/** A call takes two ports (RTP, RTCP), so a range shorter than two carries none. */
const rtpRange = z
  .string()
  .transform(readRange)
  .refine(range => range !== null && range.from >= 1024 && range.to <= 65_535 && range.to > range.from);

const origin = z
  .string()
  .refine(isOrigin)
  .transform(text => text.replace(/\/$/, ''));
const origins = z
  .string()
  .transform(text => text.split(',').map(part => part.trim()))
  .refine(list => list.every(isOrigin));

const isHostOrNet = (text: string): boolean => {
  const [host = '', bits] = text.split('/');
  const family = isIP(host);
  if (bits !== undefined) return family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32);
  return family !== 0 || /^[a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?$/i.test(host);
};
const hosts = z
  .string()
  .transform(text => text.split(',').map(part => part.trim()))
  .refine(list => list.every(isHostOrNet));

/** A talk is ended by its plan before that. */
const LONGEST_DRAIN_S = 3_600;
/** Most talks are over by then; the rest are hung up. */
const DRAIN_S = 300;

const rules = {
  HOST: [
    z.string().refine(text => text === 'localhost' || isIP(text) !== 0),
    'IP 地址或 localhost',
    'an IP address or localhost',
  ],
  PORT: [port, ' 1–65535 的端口', 'a port from 1 to 65535'],
  DATA_DIR: [z.string().transform(text => resolve(cloneDir, text)), '文件夹路径', 'a folder'],
  DATABASE_URL: [
    z.string().refine(isDatabaseUrl),
    ' postgres:// 开头的地址',
    'an address that starts with postgres://',
  ],
  DATABASE_OWNER_URL: [
    z.string().refine(isDatabaseUrl),
    ' postgres:// 开头的地址',
    'an address that starts with postgres://',
  ],
  SIP_BIND: [address, '本机的 IP 地址', 'an IP address of this machine'],
  SIP_PORT: [port, ' 1–65535 的端口', 'a port from 1 to 65535'],
  RTP_PORTS: [
    rtpRange,
    '端口范围，如 20000-29999（1024–65535）',
    'a range of ports like 20000-29999 (within 1024–65535)',
  ],
  SIP_TCP: [flag, ' on 或 off', 'on or off'],
  SIP_TLS_PORT: [portOrOff, ' 1–65535 的端口或 off', 'a port from 1 to 65535 or off'],
  SIP_WSS_PORT: [portOrOff, ' 1–65535 的端口或 off', 'a port from 1 to 65535 or off'],
  WEBRTC_PORT: [port, ' 1–65535 的端口', 'a port from 1 to 65535'],
  STUN_PORT: [port, ' 1–65535 的端口', 'a port from 1 to 65535'],
  PUBLIC_IP: [address, ' IP 地址', 'an IP address'],
  SECRET_KEY: [
    z
      .string()
      .refine(text => keyBytes(text).length === 32)
      .transform(text => keyBytes(text).toString('base64')),
    ' 32 字节的密钥（base64 或十六进制）',
    '32 bytes in base64 or hex',
  ],
  DEMO: [flag, ' on 或 off', 'on or off'],
  CAPTCHA: [flag, ' on 或 off', 'on or off'],
  PRACTICE: [
    z.union([flag, port]),
    ' on 或 off，或已在本机运行的练习线路的端口',
    'on or off, or the port of a practice carrier that runs on this machine',
  ],
  TRUST_PROXY: [flag, ' on 或 off', 'on or off'],
  API_HOST: [
    origin,
    '网址，如 https://api.example.com（不带路径）',
    'an origin like https://api.example.com, without a path',
  ],
  WECHAT_HOST: [origin, '网址，如 https://api.weixin.qq.com（不带路径）', 'an origin like https://api.weixin.qq.com'],
  WECHAT_APPID: [z.string().regex(/^\w{1,64}$/), '小程序的 AppID', 'the AppID of a mini-program'],
  WECHAT_SECRET: [z.string().regex(/^\w{1,128}$/), '小程序的 AppSecret', 'the AppSecret of a mini-program'],
  CORS_ORIGINS: [
    origins,
    '逗号分隔的网址，如 https://a.example.com',
    'origins like https://a.example.com, separated by commas',
  ],
  FRAME_ANCESTORS: [
    origins,
    '逗号分隔的网址，如 https://a.example.com',
    'origins like https://a.example.com, separated by commas',
  ],
  PRIVATE_HOSTS: [
    hosts,
    '逗号分隔的主机名、IP 或网段，如 127.0.0.1,10.0.0.0/8',
    'host names, addresses or networks like 127.0.0.1,10.0.0.0/8, separated by commas',
  ],
  SHERPA_DIR: [z.string().transform(text => resolve(text)), '文件夹路径', 'a folder'],
  DRAIN_SECONDS: [
    z.coerce.number().int().min(0).max(LONGEST_DRAIN_S),
    ` 0–${LONGEST_DRAIN_S} 的秒数`,
    `seconds from 0 to ${LONGEST_DRAIN_S}`,
  ],
  TLS_CERT: [z.string(), '证书文件路径', 'a certificate file'],
  TLS_KEY: [z.string(), '私钥文件路径', 'a private key file'],
  LOG_LEVEL: [z.enum(logLevels), `以下之一：${logLevels.join('、')}`, `one of ${logLevels.join(', ')}`],
  LOG_TO: [z.enum(['file', 'stdout']), ' file 或 stdout', 'file or stdout'],
} as const;

type Name = keyof typeof rules;
type Value<N extends Name> = z.output<(typeof rules)[N][0]>;

/** Names of all settings, for the table of docs/operations.md and its test. */
export const settingNames = Object.keys(rules) as readonly Name[];

/** PostgreSQL refuses to run as root, and as another user it cannot reach below a closed home: so a system folder. */
const defaultDataDir = (): string =>
  process.getuid?.() === 0
    ? `/var/lib/lianxian/${basename(cloneDir)}-${createHash('sha256').update(cloneDir).digest('hex').slice(0, 8)}`
    : join(cloneDir, '.data');

const versionOfClone = (): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(cloneDir, 'package.json'), 'utf8'))).version;

const readTls = (cert: string | null, key: string | null): Config['tls'] => {
  if (cert === null && key === null) return null;
  if (cert === null || key === null)
    throw new StartRefused('TLS_CERT 和 TLS_KEY 要一起设置。', 'TLS_CERT and TLS_KEY must be set together.');
  return { certFile: resolve(cert), keyFile: resolve(key) };
};

const readWeChat = (host: string | null, appId: string | null, secret: string | null): Config['weChat'] => {
  if (appId === null && secret === null) return null;
  if (appId === null || secret === null)
    throw new StartRefused(
      'WECHAT_APPID 和 WECHAT_SECRET 要一起设置。',
      'WECHAT_APPID and WECHAT_SECRET must be set together.',
    );
  return { host: host ?? 'https://api.weixin.qq.com', appId, secret };
};

/** What is for trying and testing is not where people work. */
const checkProduction = ({ captcha, demo }: Pick<Settings, 'captcha' | 'demo'>): void => {
  if (!captcha)
    throw new StartRefused(
      'CAPTCHA=off 只供自动化测试，NODE_ENV=production 时不允许：请去掉其中之一。',
      'CAPTCHA=off is for automation only and refused with NODE_ENV=production: remove one of them.',
    );
  if (demo)
    throw new StartRefused(
      'NODE_ENV=production 时没有演示账号：请去掉 DEMO=on 或 NODE_ENV。',
      'There are no demo accounts with NODE_ENV=production: remove DEMO=on or NODE_ENV.',
    );
};

/**
 * Reads and checks every setting of the environment; an empty variable counts as not set.
 * @throws {StartRefused} one sentence that names the variable, what is wrong and what is allowed.
 */
export const loadSettings = (env: Readonly<Record<string, string | undefined>>): Settings => {
  const read = <N extends Name>(name: N): Value<N> | null => {
    const value = env[name]?.trim() ?? '';
    if (value === '') return null;
    const [schema, zh, en] = rules[name];
    const result = schema.safeParse(value);
    return result.success ? (result.data as Value<N>) : refuseSetting(name, value, zh, en);
  };
  const host = read('HOST') ?? '127.0.0.1';
  const production = env.NODE_ENV === 'production';
  const captcha = read('CAPTCHA') ?? true;
  const demo = read('DEMO') ?? !production;
  if (production) checkProduction({ captcha, demo });
  const tls = readTls(read('TLS_CERT'), read('TLS_KEY'));
  const practice = read('PRACTICE') ?? true;
  return {
    host,
    port: read('PORT'),
    dataDir: read('DATA_DIR') ?? defaultDataDir(),
    databaseUrl: read('DATABASE_URL'),
    databaseOwnerUrl: read('DATABASE_OWNER_URL'),
    sip: {
      bind: read('SIP_BIND'),
      port: read('SIP_PORT'),
      tcp: read('SIP_TCP') ?? true,
      tlsPort: read('SIP_TLS_PORT'),
      wssPort: read('SIP_WSS_PORT'),
      webRtcPort: read('WEBRTC_PORT'),
      stunPort: read('STUN_PORT'),
      publicIp: read('PUBLIC_IP'),
      rtpPorts: read('RTP_PORTS'),
    },
    practice: practice === true,
    practiceAt: typeof practice === 'number' ? practice : null,
    secretKey: read('SECRET_KEY'),
    demo,
    captcha,
    production,
    trustProxy: read('TRUST_PROXY') ?? false,
    apiHost: read('API_HOST') ?? '',
    corsOrigins: read('CORS_ORIGINS') ?? [],
    frameAncestors: read('FRAME_ANCESTORS') ?? [],
    tls,
    weChat: readWeChat(read('WECHAT_HOST'), read('WECHAT_APPID'), read('WECHAT_SECRET')),
    needsTls: tls === null && host !== 'localhost' && !isLoopback(host),
    privateHosts: read('PRIVATE_HOSTS') ?? [],
    sherpaDir: read('SHERPA_DIR'),
    drainSeconds: read('DRAIN_SECONDS') ?? DRAIN_S,
    webDist: join(cloneDir, 'packages/web/dist'),
    version: versionOfClone(),
    logLevel: read('LOG_LEVEL') ?? 'info',
    logTo: read('LOG_TO') ?? 'file',
  };
};

/** The environment for what we start: none of our secrets is in it. */
export const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !secretNames.some(secret => secret === name)));

/** What a child is told first. */
export const configMessage = (config: Config) => ({ type: 'config', config }) as const;
const toldConfig = z.object({ type: z.literal('config'), config: configSchema });

/**
 * A child's settings, as its supervisor tells them. To be asked before anything else is awaited: what comes while nobody
 * listens is lost. Rejects when the process was not started by a supervisor, a defect, or when that is gone.
 */
export const configFromParent = async (parent: NodeJS.Process): Promise<Config> => {
  const told = Promise.withResolvers<unknown>();
  if (!parent.connected) told.reject(new Error('this process was not started by a supervisor'));
  parent.once('disconnect', () => told.reject(new Error('the supervisor is gone')));
  parent.once('message', told.resolve);
  return toldConfig.parse(await told.promise).config;
};
