import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { decodeWav, encodeAlaw, resample, tone } from '@lianxian/telephony';
import type { TelephoneCall } from './calls.ts';
import { openTelephone, type Telephone } from './telephone.ts';
import { tell } from './telling.ts';

/**
 * `npm run phone`: a telephone on loopback. It answers calls with a tone or a WAV and prints what happens; with `--dial`
 * it calls. While a call runs, a typed line is sent as real-time text, `/keys 12#` presses keys, `/bye` hangs up.
 */
const usage = `npm run phone -- [--port 5070] [--wav sound.wav] [--refuse 486] [--ring-ms 1000] [--once]
npm run phone -- --dial 15400000001@127.0.0.1:15060 [--user u --password p] [--wav sound.wav]`;

const TELEPHONE_RATE = 8_000;
const MAX_CALLS = 20;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '5070' },
    wav: { type: 'string' },
    refuse: { type: 'string' },
    'ring-ms': { type: 'string', default: '1000' },
    dial: { type: 'string' },
    user: { type: 'string' },
    password: { type: 'string' },
    once: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The sound a call is answered with: a WAV's first channel, or two seconds of a 425 Hz tone. */
const soundToPlay = async (): Promise<Uint8Array> => {
  if (!values.wav) return encodeAlaw(tone([425], 2_000, 0.2));
  const wave = decodeWav(await readFile(values.wav));
  if (typeof wave === 'string') throw new Error(`${values.wav} cannot be played: ${wave}`);
  return encodeAlaw(resample(wave.channels[0] ?? new Int16Array(), wave.sampleRate, TELEPHONE_RATE));
};

const talk = async (call: TelephoneCall, sound: Uint8Array): Promise<void> => {
  await call.play(sound);
  await call.ended;
};

const answerCalls = async (telephone: Telephone, sound: Uint8Array, current: (call: TelephoneCall) => void) => {
  for (;;) {
    const call = await telephone.nextCall(2 ** 31 - 1);
    current(call);
    print(`call from ${call.callerNumber || 'nobody'} to ${call.number}`);
    if (values.refuse) call.refuse(Number(values.refuse));
    else {
      call.ring();
      await new Promise(resolve => setTimeout(resolve, Number(values['ring-ms'])));
      const talking = call.answer().then(() => talk(call, sound));
      talking.catch((error: unknown) => print(String(error)));
    }
    if (values.once) {
      await call.ended;
      return;
    }
  }
};

const dialOut = async (
  telephone: Telephone,
  target: string,
  sound: Uint8Array,
  current: (call: TelephoneCall) => void,
) => {
  const [, number, host, port] = /^(?:sip:)?([^@]+)@([^:]+)(?::(\d+))?$/.exec(target) ?? [];
  if (!number || !host) throw new Error(usage);
  const call = telephone.dial({
    target: { host, port: Number(port ?? 5060) },
    number,
    ...(values.user ? { credentials: { username: values.user, password: values.password ?? '' } } : {}),
  });
  current(call);
  await call.answered;
  await talk(call, sound);
};

const listenToKeyboard = (call: () => TelephoneCall | null): void => {
  createInterface({ input: process.stdin }).on('line', line => {
    const keys = /^\/keys ([0-9*#A-D]+)$/.exec(line)?.[1];
    if (line === '/bye') call()?.hangUp();
    else if (keys) call()?.sendKeys(keys);
    else if (line) call()?.sendText(`${line}\u2028`);
  });
};

const run = async (): Promise<void> => {
  if (values.help) return print(usage);
  const sound = await soundToPlay();
  const telephone = await openTelephone({
    port: values.dial ? 0 : Number(values.port),
    maxCalls: MAX_CALLS,
    onSignal: (_call, signal) => tell(signal, print),
  });
  const close = () => telephone.close().then(() => process.exit(0));
  process.once('SIGINT', () => void close());
  process.once('SIGTERM', () => void close());
  let current: TelephoneCall | null = null;
  const remember = (call: TelephoneCall) => {
    current = call;
  };
  listenToKeyboard(() => current);
  print(`telephone at ${telephone.address.host}:${telephone.address.port}`);
  if (values.dial) await dialOut(telephone, values.dial, sound, remember);
  else await answerCalls(telephone, sound, remember);
  await close();
};

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
