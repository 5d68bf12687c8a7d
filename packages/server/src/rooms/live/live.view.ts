import { type CallWord, keyedText, type LiveCallEvent } from '@lianxian/contract';
import { type ConversationNote, calleeWants, maskLive, type TalkView } from '@lianxian/core';

type Told<K> = K extends { readonly seq: number; readonly atMs: number } ? Omit<K, 'seq' | 'atMs'> : never;
/** A live event before it has its number and its time. */
export type LiveFact = Told<LiveCallEvent>;

const lineOf = ({ line, text }: { readonly line: number; readonly text: string }) =>
  ({ kind: 'line', line, text }) as const;

/** What a watcher of a call is told of a note; null for what shows only in the record. */
export const liveFactOf = (note: ConversationNote): LiveFact | null => {
  switch (note.type) {
    case 'node.entered':
      return { kind: 'node', node: note.node, name: note.name, knowledge: note.knowledge };
    case 'robot.said':
      return { ...lineOf(note), speaker: 'robot', final: true, node: note.node, understood: null };
    case 'robot.interrupted':
      return { kind: 'interrupted', line: note.line, heardMs: note.heardMs };
    case 'callee.saying':
      return { ...lineOf(note), speaker: 'callee', final: false, node: '', understood: null };
    case 'callee.said':
      return { ...lineOf(note), speaker: 'callee', final: true, node: note.node, understood: note.understood };
    case 'callee.keyed': {
      const { line, keys, node, understood } = note;
      return { ...lineOf({ line, text: keyedText(keys) }), speaker: 'callee', final: true, node, understood };
    }
    case 'answer.kept':
      return { kind: 'answer', label: note.label, value: note.value, line: note.line };
    case 'person.said':
      return { ...lineOf(note), speaker: 'seat', final: true, node: '', understood: null };
    case 'party':
    case 'recordingPaused':
    case 'recordingResumed':
    case 'node.left':
    case 'asked':
    case 'callee.wantsNoMoreCalls':
    case 'callee.namesAuthority':
    case 'ended':
      return null;
  }
};

/** As much of a sentence as a tile of the board holds: its newest words. */
const TILE_CHARS = 60;
const newestOf = (text: string): string => {
  const chars = [...text];
  return chars.length <= TILE_CHARS ? text : `…${chars.slice(1 - TILE_CHARS).join('')}`;
};

/** What the callee wants and does not have yet; who speaks of an authority complains. */
const wantedOf = ({ wants, handedAt, namesAuthority }: TalkView): CallWord['wants'] =>
  calleeWants.filter(
    want =>
      (wants.includes(want) || (want === 'complaint' && namesAuthority)) && !(want === 'person' && handedAt !== null),
  );

/** What a board shows of a talk: where it stands, its level so far, who has the word, the newest of it, what is wanted. */
export const newestWord = (talk: TalkView): Pick<CallWord, 'node' | 'speaker' | 'text' | 'level' | 'wants'> => {
  const { lines, path, newest, level } = talk;
  const line = lines.findLast(each => each.line === newest);
  const stands = { node: path.at(-1)?.name ?? '', level, wants: wantedOf(talk) };
  if (line === undefined) return { ...stands, speaker: null, text: '' };
  const speaker = line.by === 'key' ? 'callee' : line.by;
  return { ...stands, speaker, text: newestOf(line.by === 'key' ? keyedText(line.text) : line.text) };
};

/** A word as somebody may see it: what is said now is for who may listen, its numbers for who sees any. */
export const wordFor = (
  word: CallWord,
  { hears, seesPhones }: { readonly hears: boolean; readonly seesPhones: boolean },
): CallWord => {
  if (!hears) return { ...word, speaker: null, text: '' };
  return seesPhones ? word : { ...word, text: maskLive(word.text) };
};
