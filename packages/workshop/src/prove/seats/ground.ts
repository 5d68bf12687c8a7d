import { createSocket } from 'node:dgram';
import { endpoints } from '@lianxian/contract';
import type { Browser, Page } from 'playwright-core';
import { type Api, until } from '../../../journeys/house/api.ts';
import { finishedCall, recordingOf } from '../../../journeys/house/calls.ts';
import { calm } from '../../../journeys/house/calm.ts';
import { type House, startHouse } from '../../../journeys/house/house.ts';
import { heard, openSeatBrowser, openSeatPage } from '../../../journeys/house/seat-page.ts';
import { callIs, deskOf, type Seat, seatOf } from '../../../journeys/scenes/seat-desk.ts';
import { signInAs } from '../../../journeys/scenes/signing-in.ts';
import { heardByCallee } from './heard.ts';

/** A house, and one of its people at a page of Chromium, who calls a practice callee that talks with people. */
export interface SeatGround {
  readonly house: House;
  readonly seat: Seat;
  readonly browser: Browser;
  readonly page: Page;
  readonly desk: ReturnType<typeof deskOf>;
  /** UDP, of all seats' sound. */
  readonly webRtcPort: number;
  readonly close: () => Promise<void>;
}

interface Wish {
  readonly settings?: Readonly<Record<string, string>>;
  /** Before anybody signs in. */
  readonly makeReady?: (house: House) => Promise<void>;
  /** Before the page is opened. */
  readonly prepare?: (page: Page, webRtcPort: number) => Promise<void>;
  readonly browser?: (house: House, webRtcPort: number) => Promise<Browser>;
  /** Where the page finds the house. */
  readonly url?: (house: House) => string;
}

const TALKER = '15400000020';
/** Its pilot: a tone under all that comes of it. */
export const TALKER_HZ = 3_300;
const END_LIMIT_MS = 60_000;

const freeUdpPort = async (): Promise<number> => {
  const socket = createSocket('udp4');
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise<void>(resolve => socket.close(() => resolve()));
  return port;
};

export const openSeatGround = async ({
  settings,
  makeReady,
  prepare,
  browser: open,
  url,
}: Wish = {}): Promise<SeatGround> => {
  const webRtcPort = await freeUdpPort();
  const house = await startHouse({ WEBRTC_PORT: `${webRtcPort}`, ...settings });
  let browser: Browser | null = null;
  try {
    await makeReady?.(house);
    await calm(house);
    const seat = await seatOf(house, 'staff');
    browser = await (open === undefined ? openSeatBrowser() : open(house, webRtcPort));
    const page = await openSeatPage(browser);
    await prepare?.(page, webRtcPort);
    await page.goto(`${url?.(house) ?? house.url}/login`);
    await signInAs(page, seat.is);
    const desk = deskOf(() => page);
    await desk.goOnline();
    const opened = browser;
    return {
      ...{ house, seat, browser, page, desk, webRtcPort },
      close: async () => {
        await opened.close();
        await house.stop();
      },
    };
  } catch (error) {
    await browser?.close();
    await house.stop();
    throw error;
  }
};

/** A talk of the seat, by the machine's clock. */
export interface Talk {
  readonly callId: string;
  readonly answeredAt: number;
}

/** Dials; both hear each other. */
export const beginTalk = async ({ page, desk, seat }: SeatGround): Promise<Talk> => {
  const phone = page.getByLabel('客户号码');
  await phone.fill(TALKER);
  await phone.press('Enter');
  await desk.stands('正在通话中');
  await heard(page, TALKER_HZ);
  const callId = await callIs(seat);
  const { call } = await seat.api.call(endpoints.seatWork.call, {});
  await desk.speaks();
  return { callId, answeredAt: Date.parse(call?.answeredAt ?? '') };
};

/** The seat hears its callee again, in the same call. */
export const goesOn = async ({ page, desk, seat }: SeatGround, { callId }: Talk): Promise<readonly string[]> => {
  await desk.stands('正在通话中');
  await heard(page, TALKER_HZ);
  await desk.speaks();
  const now = await callIs(seat);
  return now === callId ? [] : [`the seat was in call ${callId}, and is in ${now}`];
};

/** Hangs up, and reads off what there is of the call: one record, one recording, one seat in it, whatever its legs. */
export const endTalk = async ({ house, seat: { api }, desk }: SeatGround, { callId }: Talk) => {
  await desk.button('挂断').click();
  await desk.stands('通话结束');
  const detail = await finishedCall(api, callId, END_LIMIT_MS);
  const { total } = await api.call(endpoints.call.list, {});
  const seats = new Set(detail.legs.flatMap(({ kind, party }) => (kind === 'seat' ? [party] : [])));
  const violations = [
    ...(total === 1 ? [] : [`there are ${total} records of one call`]),
    ...(seats.size === 1 ? [] : [`the seat took part as ${seats.size}`]),
    ...(detail.state === 'answered' && detail.hungUpBy === 'seat'
      ? []
      : [`it ended as ${detail.state} (${detail.because}), by ${detail.hungUpBy}`]),
    ...(await noCallLeft(api)),
  ];
  return { violations, legs: detail.legs.length - 1, heard: heardByCallee(await recordingOf(house, api, detail)) };
};

const noCallLeft = async (api: Api): Promise<readonly string[]> => {
  const left = await until('the seat to have no call', END_LIMIT_MS, async () =>
    (await api.call(endpoints.seatWork.call, {})).call?.endedAt === null ? null : true,
  ).catch(() => false);
  return left ? [] : ['the seat still has a call'];
};
