import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@lianxian/contract';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { tone } from '../../../../telephony/src/audio/tone.ts';
import { pcmWavHeader } from '../../../../telephony/src/audio/wav.ts';
import { apiWith, until } from '../../../journeys/house/api.ts';
import { openBrowser } from '../../../journeys/house/browser.ts';
import type { SeatGround } from './ground.ts';
import { hearSeat, watchSeat } from './page-watch.ts';
import { SEAT_HZ } from './seat-hz.ts';

/** A seat in Chromium that is online, a relay before its telephone's socket, and a bare page beside it. */
export interface SeatPage {
  readonly page: Page;
  /** A page that offers and no more. */
  readonly bare: Page;
  /** The next INVITE of a page, or offer of the bare one; when it came to the relay, by the wall clock. */
  readonly nextInvite: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const TONE_MS = 60_000;
const STEP_LIMIT_MS = 30_000;
const portTold = z.object({ port: z.number() });
const inviteTold = z.object({ invitedAt: z.number() });

/** A microphone that hears a tone. */
const openToneBrowser = async (): Promise<Browser> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-voice-'));
  const voice = join(folder, 'tone.wav');
  const sound = tone([SEAT_HZ], TONE_MS, 0.4);
  const head = pcmWavHeader({ channels: 1, sampleRate: 8_000 }, sound.byteLength);
  await writeFile(voice, Buffer.concat([head, Buffer.from(sound.buffer)]));
  const browser = await openBrowser(voice);
  browser.on('disconnected', () => void rm(folder, { recursive: true, force: true }));
  return browser;
};

/** Microphone, offer, its first address, sent: what any page must do before it calls. */
const barePage = (
  relay: number,
  stun: string,
): string => `<!doctype html><title>bare</title><button id="bare">call</button><script>
const socket = new WebSocket('ws://127.0.0.1:${relay}/bare', 'sip');
let last = null;
document.getElementById('bare').onclick = async () => {
  last?.close();
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const connection = new RTCPeerConnection({ iceServers: ${stun === '' ? '[]' : `[{ urls: '${stun}' }]`} });
  last = connection;
  for (const track of stream.getTracks()) connection.addTrack(track, stream);
  const gathered = new Promise(settle => connection.addEventListener('icecandidate', settle, { once: true }));
  await connection.setLocalDescription(await connection.createOffer());
  await gathered;
  socket.send(connection.localDescription.sdp);
};
</script>`;

const serveBare = async (relay: number, stun: string) => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(barePage(relay, stun));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
};

const goOnline = async (page: Page): Promise<void> => {
  const pill = (word: string) => page.getByRole('button', { name: new RegExp(`^${word}`) });
  await pill('离线').click();
  await page.getByRole('dialog', { name: '是否连接人工坐席？' }).getByRole('button', { name: '连接' }).click();
  await pill('在线').waitFor();
};

/** Of the ground's first seat, which no telephone of the bench has. */
export const openSeatPage = async ({ house, seats }: SeatGround): Promise<SeatPage> => {
  const { token } = seats[0]!;
  const { ws, stun } = await apiWith(house, token).call(endpoints.seatPwd.getSeatPwd, {});
  const relay = fork(fileURLToPath(new URL('./ws-relay.ts', import.meta.url)), [`${ws.port}`]);
  const { port } = portTold.parse((await once(relay, 'message'))[0]);
  const site = await serveBare(port, stun);
  const browser = await openToneBrowser();
  // The relay's port is none that the house's own policy of pages knows.
  const shape = { viewport: { width: 1440, height: 900 }, locale: 'zh-CN', bypassCSP: true } as const;
  const context = await browser.newContext(shape);
  context.setDefaultTimeout(STEP_LIMIT_MS);
  await context.addCookies([{ name: 'token', value: token, url: house.url }]);
  await context.addInitScript(watchSeat);
  await context.addInitScript(hearSeat);
  const [page, bare] = [await context.newPage(), await context.newPage()];
  await page.route('**/user/getSeatPwd', async route => {
    const answer = await route.fetch();
    const envelope = await answer.json();
    if (envelope.data?.ws) envelope.data.ws.port = port;
    await route.fulfill({ response: answer, json: envelope });
  });
  await bare.goto(site.url);
  await page.goto(`${house.url}/home`);
  await page.bringToFront();
  await goOnline(page);
  const invites: number[] = [];
  relay.on('message', message => void invites.push(inviteTold.parse(message).invitedAt));
  return {
    page,
    bare,
    nextInvite: () => until('an INVITE at the relay', STEP_LIMIT_MS, () => invites.shift() ?? null, 20),
    close: async () => {
      await browser.close();
      site.close();
      relay.kill();
    },
  };
};
