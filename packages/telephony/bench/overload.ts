import { fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { openExchange } from '../src/exchange/exchange.ts';
import type { MediaHost } from '../src/media/host.ts';

/**
 * More calls than an exchange can take: SIP alone, media made up. Callers come at a rate, each waits for its answer,
 * acknowledges it and hangs up. Told are the CPU time of one set-up, what a core takes a second, and, at rates beyond
 * it, how many were still served, how quickly, how many were refused by 503, how many heard nothing, and the memory
 * after. Run by hand: `node --expose-gc packages/telephony/bench/overload.ts [rates…]`.
 */
const SECONDS = 8;
const QUIET_MS = 40_000;

const media = (): MediaHost => {
  let port = 20_000;
  return {
    open: async (_leg, wants) => {
      port = port > 60_000 ? 20_000 : port + 2;
      return { audio: { host: wants.localHost, port } };
    },
    connect: () => {},
    close: () => {},
  };
};

const MEBIBYTE = 1_048_576;

/** The exchange under load, in a process of its own. */
const serve = async () => {
  const exchange = await openExchange({ bind: '127.0.0.1', port: 0, publicIp: null, media: media(), maxLegs: 1_000 });
  exchange.onIncoming(leg => {
    leg.answer();
    return () => {};
  });
  process.on('message', what => {
    if (what === 'figures') {
      globalThis.gc?.();
      const { user, system } = process.cpuUsage();
      const { heapUsed, rss } = process.memoryUsage();
      process.send?.({ cpuMs: (user + system) / 1_000, heap: heapUsed / MEBIBYTE, rss: rss / MEBIBYTE });
    } else void exchange.close().then(() => process.exit(0));
  });
  process.send?.({ port: exchange.localAddress.port });
};

interface Figures {
  readonly cpuMs: number;
  readonly heap: number;
  readonly rss: number;
}

const SDP = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9000 RTP/AVP 8\r\n';

const flood = async () => {
  const child = fork(import.meta.filename, ['serve'], { execArgv: ['--expose-gc'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const ask = async (): Promise<Figures> => {
    child.send('figures');
    return ((await once(child, 'message')) as [Figures])[0];
  };
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.setRecvBufferSize(8 * MEBIBYTE);
  const own = socket.address().port;
  const say = (text: string) => socket.send(text, port, '127.0.0.1');
  const write = (method: string, call: string, cseq: number, to: string, body: string) =>
    [
      `${method} sip:100@127.0.0.1:${port} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${own};branch=z9hG4bK${call}${method};rport`,
      'Max-Forwards: 70',
      `From: <sip:200@127.0.0.1>;tag=f${call}`,
      `To: ${to}`,
      `Call-ID: ${call}`,
      `CSeq: ${cseq} ${method}`,
      `Contact: <sip:200@127.0.0.1:${own}>`,
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');

  const began = new Map<string, number>();
  let waits: number[] = [];
  let refused = 0;
  socket.on('message', bytes => {
    const text = bytes.toString('latin1');
    if (!text.startsWith('SIP/2.0')) return;
    const call = /^call-id: (.*)\r$/im.exec(text)?.[1] ?? '';
    const to = /^to: (.*)\r$/im.exec(text)?.[1] ?? '';
    if (!/^cseq: 1 INVITE\r$/im.test(text) || text.startsWith('SIP/2.0 1')) return;
    const at = began.get(call);
    if (text.startsWith('SIP/2.0 200')) {
      say(write('ACK', call, 1, to, ''));
      if (at !== undefined) say(write('BYE', call, 2, to, ''));
    }
    if (at === undefined) return;
    began.delete(call);
    if (text.startsWith('SIP/2.0 200')) waits.push(performance.now() - at);
    else refused++;
  });

  const rates = process.argv.slice(2).map(Number);
  let id = 0;
  for (const rate of rates.length > 0 ? rates : [200, 1_000, 2_000, 4_000, 8_000]) {
    waits = [];
    refused = 0;
    const before = await ask();
    const start = performance.now();
    let sent = 0;
    while (performance.now() - start < 1_000 * SECONDS) {
      const due = Math.floor(((performance.now() - start) / 1_000) * rate);
      for (; sent < due; sent++) {
        const call = `c${process.pid}x${id++}`;
        began.set(call, performance.now());
        say(write('INVITE', call, 1, '<sip:100@127.0.0.1>', SDP));
      }
      await new Promise(settle => setTimeout(settle, 1));
    }
    await new Promise(settle => setTimeout(settle, 2_000));
    const after = await ask();
    const sorted = waits.toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor(0.99 * (sorted.length - 1))] ?? 0;
    const each = (after.cpuMs - before.cpuMs) / Math.max(1, waits.length);
    console.log(
      `${rate}/s: ${(waits.length / SECONDS).toFixed(0)} answered a second (p99 ${p99.toFixed(0)} ms), ` +
        `${refused} refused by 503, ${began.size} without answer; ${each.toFixed(2)} ms CPU an answered call, ` +
        `${(1_000 / each).toFixed(0)} a core; heap ${after.heap.toFixed(0)} MiB, resident ${after.rss.toFixed(0)} MiB`,
    );
    began.clear();
  }
  console.log(`quiet for ${QUIET_MS / 1_000} s …`);
  await new Promise(settle => setTimeout(settle, QUIET_MS));
  const { heap, rss } = await ask();
  console.log(`afterwards: heap ${heap.toFixed(0)} MiB, resident ${rss.toFixed(0)} MiB`);
  child.send('end');
  await once(child, 'exit');
  socket.close();
};

await (process.argv[2] === 'serve' ? serve() : flood());
