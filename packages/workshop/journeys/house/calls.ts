import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CallOf, endpoints, type OutputOf } from '@lianxian/contract';
import { parseStereo, type StereoSound } from '../../src/sound/index.ts';
import { type Api, until } from './api.ts';
import type { House } from './house.ts';

export type CallDetail = OutputOf<typeof endpoints.call.detail>;

/** The seeded plan and the practice line, as a visitor finds them. */
export const practiceGround = async (api: Api): Promise<{ planId: string; lineId: string }> => {
  const plans = await api.call(endpoints.plan.list, {});
  const lines = await api.call(endpoints.line.list, {});
  const plan = plans.list[0];
  const line = lines.list.find(row => row.practice);
  if (!plan || !line) throw new Error('the demo merchant has no plan or no practice line');
  return { planId: plan.id, lineId: line.id };
};

/** A line to somebody's SIP server on this machine, saved as an operator would. */
export const saveLine = async (
  api: Api,
  line: Partial<CallOf<typeof endpoints.line.save>> & { readonly address: string },
): Promise<string> => {
  const saved = await api.call(endpoints.line.save, {
    name: `线路 ${line.address}`,
    callerNumber: '02100000000',
    ...line,
  });
  return saved.id;
};

/** Some thirty calls are waited for at once by one who may ask a hundred times a second. */
const ASK_EVERY_MS = 500;

/** Waits until the call is over and its record, recording included, is filed. */
export const finishedCall = (api: Api, id: string, limitMs: number): Promise<CallDetail> =>
  until(
    `the end of call ${id}`,
    limitMs,
    async () => {
      const detail = await api.call(endpoints.call.detail, { id });
      if (detail.state === null) return null;
      return detail.answeredAt === null || detail.recording !== null ? detail : null;
    },
    ASK_EVERY_MS,
  );

/** The recording of a call, fetched as the browser fetches it; with ARTIFACTS set, a copy is kept there to listen to. */
export const recordingOf = async (house: House, api: Api, detail: CallDetail): Promise<StereoSound> => {
  if (!detail.recording) throw new Error(`call ${detail.id} has no recording`);
  const { url } = await api.call(endpoints.file.ticket, { fileId: detail.recording.fileId });
  const answer = await fetch(new URL(url, house.url));
  if (!answer.ok) throw new Error(`download answered ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (process.env.ARTIFACTS) await writeFile(join(process.env.ARTIFACTS, `call-${detail.id}.wav`), bytes);
  return parseStereo(bytes);
};
