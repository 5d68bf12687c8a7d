import { goAhead, restingClock } from '@lianxian/telephony';
import { createWebRtcGate, openStun, type WebRtcGate } from '@lianxian/telephony/webrtc';
import type { FromGate, GateSettings, ToGate } from './messages.ts';

/**
 * The process in which the native code of the seats' sound lives: a child of calls, which starts it again when it dies. It
 * lives as long as its channel does; signals from a terminal are left to calls.
 */
let gate: WebRtcGate | null = null;

const report = (message: FromGate): void => {
  // A broken channel is noticed by `disconnect`.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

goAhead();

process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

const onDefect = (error: unknown): void => {
  process.stderr.write(`webrtc gate: ${textOf(error)}\n`);
  report({ type: 'defect', because: textOf(error) });
};
process.on('uncaughtException', onDefect);
process.on('unhandledRejection', onDefect);

const onLog = (text: string): void => void process.stderr.write(`webrtc gate: ${text}\n`);

const start = async ({ host, port, stunPort }: GateSettings): Promise<void> => {
  try {
    const isEvery = host === '0.0.0.0' || host === '::';
    gate = await createWebRtcGate({ port, bind: isEvery ? null : host, every: restingClock.every, onLog });
    await openStun({ host, port: stunPort });
    gate.onFailed((leg, because) => report({ type: 'failed', leg, because }));
    report({ type: 'ready' });
  } catch (error) {
    report({ type: 'refused', because: textOf(error) });
  }
};

const hear = (told: Exclude<ToGate, { readonly type: 'start' }>): void => {
  if (gate === null) return;
  const { leg } = told;
  if (told.type === 'close') gate.close(leg);
  else if (told.type === 'answer') gate.answer(leg, told.sdp);
  else {
    gate.open(leg, told.wants).then(
      opened => report({ type: 'opened', leg, opened }),
      (error: unknown) => report({ type: 'openFailed', leg, because: textOf(error) }),
    );
  }
};

process.on('message', message => {
  const told = message as ToGate;
  if (told.type === 'start') void start(told.settings);
  else hear(told);
});

process.on('disconnect', () => {
  gate?.closeAll();
  process.exit(0);
});
