import { createMediaEngine, goAhead, type Manner, openExchange, startVoice } from '@lianxian/telephony';
import { everySentence } from './callees.ts';
import { openCarrier } from './carrier.ts';
import { parseSettings } from './settings.ts';
import { asVoiced } from './speech.ts';

/**
 * The practice carrier as a process: child of the house's supervisor, which it tells when it is ready. It closes when it
 * is asked to (`drain`) or when the supervisor is gone; a Ctrl-C in the terminal is the supervisor's affair, and so is the
 * SIGTERM that a service manager sends to all at once: calls that may end yet talk with it. Alone it closes at SIGTERM.
 */
const LOOPBACK = '127.0.0.1';
/** BYEs and their answers, then whatever still hangs is left behind. */
const CLOSE_LIMIT_MS = 4_000;

const trouble = (because: string): void => {
  process.stderr.write(`${because}\n`);
};

const open = async () => {
  const settings = parseSettings(process.env);
  // What callees put in words of the moment is said once: nobody asks the disk for it again.
  const written = new Set(everySentence().map(({ text }) => asVoiced(text)));
  const { voiceCommand: command, cacheDir } = settings;
  const voice = startVoice({ command, cacheDir, isKept: text => written.has(text) });
  const engine = createMediaEngine({ ports: null, onDefect: error => trouble(`defect in a leg: ${String(error)}`) });
  const speak = (text: string, manner: Manner) => voice.speak(asVoiced(text), manner);
  const carrier = await openCarrier({
    settings,
    engine,
    speak,
    onSaid: (number, said) => {
      if (settings.tells) process.send?.({ type: 'said', number, said });
    },
    openExchange: media =>
      openExchange({
        bind: LOOPBACK,
        port: settings.port,
        publicIp: null,
        media,
        maxLegs: 2 * settings.maxCalls,
        product: 'Lianxian practice carrier',
        // What strangers send to a port is their affair.
        onTrouble: (kind, because) => {
          if (kind === 'defect') trouble(because);
        },
      }),
    onTrouble: trouble,
  });
  /** Voices every sentence of the town ahead of the first call; the voice keeps them on disk. */
  const warmUp = async () => {
    for (const { text, manner } of everySentence()) await speak(text, manner);
  };
  const close = async () => {
    await carrier.close();
    await voice.close();
  };
  return { port: carrier.port, close, warmUp };
};

goAhead();
const carrier = await open();

let closing = false;
const close = (): void => {
  if (closing) return;
  closing = true;
  setTimeout(() => process.exit(1), CLOSE_LIMIT_MS).unref();
  carrier.close().then(
    () => process.exit(0),
    (error: unknown) => {
      trouble(`closing failed: ${String(error)}`);
      process.exit(1);
    },
  );
};

const isDrain = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'drain';

process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => {
  if (!process.connected) close();
});
process.on('disconnect', close);
process.on('message', message => {
  if (isDrain(message)) close();
});
process.send?.({ type: 'ready', port: carrier.port });
carrier.warmUp().catch((error: unknown) => trouble(`warming up failed: ${String(error)}`));
