/** `node bench/srtp.ts [packets]`: what sealing and opening a packet of 20 ms costs, in µs of CPU, by suite. */
import { buildRtp } from '../src/rtp/packet.ts';
import { makeSdesKey, readSdesKey } from '../src/srtp/keys.ts';
import { createSrtpReceiver, createSrtpSender } from '../src/srtp/srtp.ts';

const packets = Number(process.argv[2] ?? 200_000);
const payload = new Uint8Array(160).fill(0xd5);

const cpuMicros = (run: () => void): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return Math.round(((user + system) / packets) * 100) / 100;
};

const figures = (['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const).map(suite => {
  const master = readSdesKey(makeSdesKey())!;
  const [sender, receiver] = [createSrtpSender(master, suite), createSrtpReceiver(master, suite)];
  const plain = Array.from({ length: packets }, (_, n) =>
    buildRtp({ marker: false, payloadType: 8, sequence: n & 0xffff, timestamp: n * 160, ssrc: 7, payload }),
  );
  const sealed: Uint8Array[] = [];
  const protectMicros = cpuMicros(() => {
    for (const packet of plain) sealed.push(new Uint8Array(sender.protect(packet)!));
  });
  let opened = 0;
  const unprotectMicros = cpuMicros(() => {
    for (const packet of sealed) if (receiver.unprotect(packet)) opened += 1;
  });
  if (opened !== packets) throw new Error(`${packets - opened} packets were not opened`);
  // 50 packets a second each way.
  const cpuSecondsPerCallMinute = Math.round((protectMicros + unprotectMicros) * 3_000) / 1e6;
  return { suite, packets, protectMicros, unprotectMicros, cpuSecondsPerCallMinute };
});
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
