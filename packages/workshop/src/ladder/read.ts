import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversationNote } from '@lianxian/core';
import type { Client } from 'pg';
import { liveFactOf } from '../../../server/src/rooms/live/live.view.ts';
import type { KeptCall, KeptFact, KeptSip } from './rungs.ts';

interface CallRow {
  readonly merchant_id: string;
  readonly phone: string;
  readonly caller_number: string;
  readonly line_name: string;
  readonly plan_name: string;
  readonly direction: string;
  readonly stage: string;
  readonly placed_at: Date;
  readonly dialled_at: Date | null;
  readonly answered_at: Date | null;
  readonly ended_at: Date | null;
  readonly state: string | null;
  readonly because: string | null;
  readonly sip_code: number | null;
  readonly hung_up_by: string | null;
  readonly level: string | null;
  readonly file: string | null;
}

/** What a house keeps of one call: its row, SIP, the words and events beside its recording. Null: it has none such. */
export const readCall = async (db: Client, dataDir: string, id: string): Promise<KeptCall | null> => {
  const call = (await db.query<CallRow>('select * from call where id = $1', [id])).rows[0];
  if (call === undefined) return null;
  const own = [call.merchant_id, id];
  const ladder = await db.query<{ messages: readonly KeptSip[] }>(
    'select messages from call_ladder where merchant_id = $1 and call_id = $2',
    own,
  );
  const facts = [...stagesOf(call), ...(await wordsOf(dataDir, call))];
  const end = [call.state ?? call.stage, call.because, call.sip_code, call.hung_up_by, call.level].filter(Boolean);
  return {
    id,
    phone: call.phone,
    callerNumber: call.caller_number,
    about: [call.direction, call.line_name, call.plan_name, end.join(' ')],
    sip: ladder.rows[0]?.messages ?? [],
    facts,
  };
};

const sincePlaced = (call: CallRow, at: Date): number => at.getTime() - call.placed_at.getTime();

const stagesOf = (call: CallRow): readonly KeptFact[] => {
  const stages = { placed: call.placed_at, dialled: call.dialled_at, answered: call.answered_at, ended: call.ended_at };
  return Object.entries(stages).flatMap(([type, at]): readonly KeptFact[] =>
    at === null ? [] : [{ atMs: sincePlaced(call, at), by: 'call', type, more: {} }],
  );
};

type Line = { readonly type: string; readonly at: number } & Readonly<Record<string, unknown>>;

/**
 * The file beside the recording: what the conversation was told, what it noted, and what watchers are pushed of that.
 * Nobody keeps those messages: they are made again by the house's own view.
 */
const wordsOf = async (dataDir: string, call: CallRow): Promise<readonly KeptFact[]> => {
  if (call.file === null) return [];
  const text = await readFile(join(dataDir, 'recordings', `${call.file}.jsonl`), 'utf8').catch(() => '');
  const [first, ...lines] = text.split('\n').flatMap(readLine);
  const answered = first as { readonly answeredAt?: number; readonly answeredOn?: string } | undefined;
  if (answered?.answeredAt === undefined || answered.answeredOn === undefined) return [];
  const offset = sincePlaced(call, new Date(answered.answeredOn)) - answered.answeredAt;
  return lines.flatMap((line): readonly KeptFact[] => {
    const { event, note, at } = line as { readonly event?: Line; readonly note?: Line; readonly at?: number };
    if (event && at !== undefined) return [{ atMs: offset + at, by: 'event', type: event.type, more: event }];
    if (!note) return [];
    const atMs = offset + note.at;
    const live = liveFactOf(note as unknown as ConversationNote);
    return [
      { atMs, by: 'note', type: note.type, more: note },
      ...(live ? [{ atMs, by: 'push', type: live.kind, more: {} } as const] : []),
    ];
  });
};

/** A line that a crash cut in half is left out. */
const readLine = (line: string): readonly unknown[] => {
  try {
    return line === '' ? [] : [JSON.parse(line) as unknown];
  } catch {
    return [];
  }
};
