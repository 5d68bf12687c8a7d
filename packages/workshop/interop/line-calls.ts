import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Ground } from '../journeys/scenes/ground.ts';
import { lineTable } from './line-table.ts';
import { publishPlanAtItsMenu } from './plan-at-its-menu.ts';
import { type Played, playScene, RIGHT_PASSWORD } from './scenes.ts';
import { sippIsThere } from './sipp.ts';

/** The platform against sipp as the carrier, over ordinary lines saved as an operator would. */
export interface LineCalls {
  readonly first: ReadonlyMap<string, Promise<Played>>;
  /** Once more, when the others are over. */
  readonly again: (row: (typeof lineTable)[number]) => Promise<Played>;
}

/** Places all calls of the table at once, as a carrier would have them. */
export const placeLineCalls = async ({ house, api, planId }: Ground): Promise<LineCalls> => {
  const none = () => Promise.reject(new Error('there is no sipp'));
  if (!sippIsThere) return { first: new Map(), again: none };
  const plans = { seeded: planId, atItsMenu: await publishPlanAtItsMenu(house) };
  const play: LineCalls['again'] = row => playScene(api, plans[row.plan ?? 'seeded'], row);
  const calls = lineTable.map(row => [row.name, play(row)] as const);
  for (const [, call] of calls) call.catch(() => undefined);
  return { first: new Map(calls), again: play };
};

/** Those that are talked; who rings for nothing takes a minute. */
export const talkedOver = (calls: LineCalls): readonly Promise<Played>[] =>
  lineTable.filter(({ outcome }) => outcome.startsWith('answered')).flatMap(({ name }) => calls.first.get(name) ?? []);

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const isAck = ({ summary }: Played['ladder'][number]): boolean => summary === 'ACK';

const MOST_OFF_MS = 100;
interface Offs {
  readonly ours: number;
  readonly theirs: number;
}
/** How far a recording's length is from ACK to BYE, by our clock and by the far end's. */
const offsOf = ({ detail, sipp, ladder }: Played): Offs => {
  const recorded = detail.recording?.durationMs ?? 0;
  const lasts = ladder.find(({ summary }) => summary === 'BYE')!.atMs - ladder.findLast(isAck)!.atMs;
  const heard = (method: string) => sipp.messages.filter(({ text }) => text.trimStart().startsWith(method));
  const theirs = (heard('BYE ').at(0)?.atMs ?? 0) - (heard('ACK ').at(-1)?.atMs ?? 0);
  return { ours: Math.abs(recorded - lasts), theirs: Math.abs(recorded - theirs) };
};

export const lineCalls = (calls: () => LineCalls): void => {
  const played = async (name: string): Promise<Played> => {
    const call = await calls().first.get(name);
    if (!call) throw new Error(`no such scene: ${name}`);
    return call;
  };

  describe.skipIf(!sippIsThere)('a call over an ordinary line', () => {
    it.each(lineTable)('$name', async ({ name, outcome }) => {
      const { detail, sipp } = await played(name);
      expect(sipp.ok, sipp.said).toBe(true);
      const { state, because, sipCode, hungUpBy } = detail;
      expect(`${state} ${because} ${sipCode ?? '—'} ${hungUpBy}`).toBe(outcome);
    });

    it('keeps the keys as the answer they were asked for, and says which key led where', async () => {
      const { detail } = await played('a callee who presses keys is led by them');
      expect(detail.answers.map(({ label, value }) => [label, value])).toEqual([['短信号码', '13900001111']]);
      expect(detail.path.map(({ name, leftBy }) => [name, leftBy]).slice(-3)).toEqual([
        ['确认手机号', 'key:2'],
        ['登记新号码', 'collected'],
        ['预约成功并改号码', 'robotHungUp'],
      ]);
    });

    it('gives a proxy the digest RFC 2617 asks for', async () => {
      const { sipp } = await played('credentials asked for with 407 are given');
      const invite = sipp.messages.find(({ way, text }) => way === 'received' && text.includes('Proxy-Authorization:'));
      const given = Object.fromEntries(
        [...(invite?.text.matchAll(/(\w+)="?([^",\r\n]*)"?/g) ?? [])].map(([, name, value]) => [name, value]),
      );
      const a1 = md5(`lianxian:carrier:${RIGHT_PASSWORD}`);
      const a2 = md5(`INVITE:${given.uri}`);
      expect(given.response).toBe(md5(`${a1}:${given.nonce}:${given.nc}:${given.cnonce}:auth:${a2}`));
    });

    it('really lost an ACK, and the call was talked on', async () => {
      const { acksLost, sipp } = await played('an ACK that was lost is sent again');
      expect(acksLost).toBe(1);
      expect(
        sipp.messages.filter(
          ({ way, text }) => way === 'sent' && /^SIP.2.0 200/.test(text) && /CSeq: 1 INVITE/.test(text),
        ).length,
      ).toBe(2);
    });

    it('lasts in its recording from ACK to BYE on the wire, within 100 ms', async () => {
      const talked = lineTable.filter(row => row.outcome.startsWith('answered') && !row.losesAck);
      expect(talked.length).toBeGreaterThan(4);
      const offs = new Map<string, Offs>();
      for (const { name } of talked) offs.set(name, offsOf(await played(name)));
      // A machine that stood still between two processes stands still elsewhere the next time; a fault comes again.
      for (const row of talked.filter(({ name }) => offs.get(name)!.ours >= MOST_OFF_MS))
        offs.set(row.name, offsOf(await calls().again(row)));
      for (const [name, { ours }] of offs) expect(ours, name).toBeLessThan(MOST_OFF_MS);
      // The far end's own clock also counts what the machine let either of them wait.
      const theirs = [...offs.values()].map(off => off.theirs).toSorted((a, b) => a - b);
      expect(theirs[Math.floor(theirs.length / 2)]).toBeLessThan(MOST_OFF_MS);
    });

    it('is marked as early media on the live page while it rings with sound', async () => {
      const { live } = await played('sound before the answer is early media, and the call goes on');
      expect(live).toContainEqual(expect.objectContaining({ kind: 'state', state: 'ringing', earlyMedia: true }));
    });

    it('sends the robot’s sound to the port of the answer', async () => {
      const { packetsHeard, detail } = await played('credentials asked for with 401 are given');
      expect(packetsHeard).toBeGreaterThan(detail.talkMs / 20 - 25);
    });
  });
};
