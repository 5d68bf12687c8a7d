import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { configFromParent, loadSettings, StartRefused } from './config.ts';

const sentenceOf = (env: Record<string, string>): string => {
  try {
    loadSettings(env);
  } catch (error) {
    if (error instanceof StartRefused) return error.message;
    throw error;
  }
  return '';
};

const key = 'ab'.repeat(32);

describe('settings of an installation', () => {
  test('nothing set: loopback, plain HTTP, demo, captcha and practice on, everything else to be found', () => {
    expect(loadSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: null,
      databaseUrl: null,
      sip: {
        ...{ bind: null, port: null, tcp: true, tlsPort: null, wssPort: null, webRtcPort: null, stunPort: null },
        ...{ publicIp: null, rtpPorts: null },
      },
      practice: true,
      practiceAt: null,
      secretKey: null,
      demo: true,
      captcha: true,
      production: false,
      trustProxy: false,
      apiHost: '',
      corsOrigins: [],
      frameAncestors: [],
      tls: null,
      needsTls: false,
      logLevel: 'info',
      logTo: 'file',
    });
  });

  test('practice is a carrier of our own, none, or one that runs by itself', () => {
    const told = (PRACTICE: string) => {
      const { practice, practiceAt } = loadSettings({ PRACTICE });
      return [practice, practiceAt];
    };
    expect([told('on'), told('off'), told('5091')]).toEqual([
      [true, null],
      [false, null],
      [false, 5_091],
    ]);
  });

  test('an empty variable counts as not set', () => {
    expect(loadSettings({ PORT: '', HOST: '  ' })).toMatchObject({ port: null, host: '127.0.0.1' });
  });

  test.each([
    ['PORT', 'abc', '1–65535', 'a port from 1 to 65535'],
    ['PORT', '0', '1–65535', 'a port from 1 to 65535'],
    ['PORT', '8080.5', '1–65535', 'a port from 1 to 65535'],
    ['PORT', '70000', '1–65535', 'a port from 1 to 65535'],
    ['HOST', 'my machine', 'IP 地址', 'an IP address'],
    ['SIP_PORT', '-1', '1–65535', 'a port from 1 to 65535'],
    ['SIP_TCP', '5060', 'on 或 off', 'on or off'],
    ['SIP_TLS_PORT', 'on', '1–65535 的端口或 off', 'a port from 1 to 65535 or off'],
    ['SIP_WSS_PORT', '0', '1–65535 的端口或 off', 'a port from 1 to 65535 or off'],
    ['WEBRTC_PORT', 'off', '1–65535', 'a port from 1 to 65535'],
    ['STUN_PORT', '70000', '1–65535', 'a port from 1 to 65535'],
    ['SIP_BIND', 'localhost', 'IP 地址', 'an IP address of this machine'],
    ['PUBLIC_IP', 'example.com', 'IP 地址', 'an IP address'],
    ['RTP_PORTS', '20000', '20000-29999', 'a range of ports'],
    ['RTP_PORTS', '30000-20000', '20000-29999', 'a range of ports'],
    ['RTP_PORTS', '20000-20000', '20000-29999', 'a range of ports'],
    ['RTP_PORTS', '1-100', '20000-29999', 'a range of ports'],
    ['RTP_PORTS', '60000-70000', '20000-29999', 'a range of ports'],
    ['DEMO', 'no', 'on 或 off', 'on or off'],
    ['CAPTCHA', '0', 'on 或 off', 'on or off'],
    ['PRACTICE', 'false', 'on 或 off', 'on or off'],
    ['TRUST_PROXY', 'yes', 'on 或 off', 'on or off'],
    ['API_HOST', 'api.example.com', '网址', 'an origin'],
    ['API_HOST', 'https://api.example.com/path', '网址', 'an origin'],
    ['CORS_ORIGINS', 'https://a.example.com,*', '网址', 'origins'],
    ['FRAME_ANCESTORS', "https://a.example.com 'unsafe'", '网址', 'origins'],
    ['LOG_LEVEL', 'loud', 'info', 'one of trace'],
    ['LOG_TO', 'syslog', 'file 或 stdout', 'file or stdout'],
  ])('%s=%s is refused with what is allowed, in Chinese and English', (name, value, zh, en) => {
    const [first = '', second = ''] = sentenceOf({ [name]: value }).split('\n');
    expect(first).toContain(`环境变量 ${name} “${value}” 不对`);
    expect(first).toContain(zh);
    expect(second).toContain(`${name} “${value}” is wrong`);
    expect(second).toContain(en);
  });

  test.each([
    ['SECRET_KEY', 'too-short'],
    ['DATABASE_URL', 'mysql://root:hidden@db/x'],
  ])('a wrong %s is refused without being shown', (name, value) => {
    const sentence = sentenceOf({ [name]: value });
    expect(sentence).toContain(name);
    expect(sentence).not.toContain(value);
  });

  test('production has no demo accounts', () => {
    expect(loadSettings({ NODE_ENV: 'production' }).demo).toBe(false);
    expect(sentenceOf({ DEMO: 'on', NODE_ENV: 'production' })).toContain('DEMO=on');
  });

  test('the captcha is not switched off in production', () => {
    expect(sentenceOf({ CAPTCHA: 'off', NODE_ENV: 'production' })).toContain('CAPTCHA=off');
    expect(loadSettings({ CAPTCHA: 'off' }).captcha).toBe(false);
  });

  test('a certificate without its key is refused', () => {
    expect(sentenceOf({ TLS_CERT: '/etc/cert.pem' })).toContain('TLS_KEY');
  });

  test.each([
    ['127.0.0.1', false],
    ['127.9.9.9', false],
    ['::1', false],
    ['localhost', false],
    ['0.0.0.0', true],
    ['192.168.1.5', true],
    ['::', true],
  ])('on %s the web needs HTTPS: %s', (host, needsTls) => {
    expect(loadSettings({ HOST: host }).needsTls).toBe(needsTls);
  });

  test.each([
    [key, Buffer.from(key, 'hex').toString('base64')],
    [Buffer.from(key, 'hex').toString('base64'), Buffer.from(key, 'hex').toString('base64')],
  ])('a key in hex and in base64 is the same key', (given, kept) => {
    expect(loadSettings({ SECRET_KEY: given }).secretKey).toBe(kept);
  });

  test('origins lose blanks, the interface loses its trailing slash', () => {
    const settings = loadSettings({
      CORS_ORIGINS: 'https://a.example.com, http://b:81',
      API_HOST: 'https://api.example.com/',
    });
    expect(settings.corsOrigins).toEqual(['https://a.example.com', 'http://b:81']);
    expect(settings.apiHost).toBe('https://api.example.com');
  });

  test('a child without a supervisor has no settings', async () => {
    const alone = Object.assign(new EventEmitter(), { connected: false }) as unknown as NodeJS.Process;
    await expect(configFromParent(alone)).rejects.toThrow('not started by a supervisor');
  });
});
