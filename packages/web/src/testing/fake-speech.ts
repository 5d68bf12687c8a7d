import type { endpoints, OutputOf } from '@lianxian/contract';
import { purposeOfKind } from '@lianxian/contract';
import type { z } from 'zod';

type Speech = OutputOf<typeof endpoints.speech.list>;
type Service = Speech['list'][number];
type Input<E extends { readonly input: z.ZodType }> = z.output<E['input']>;

export interface FakeSpeechStart {
  readonly services?: readonly Service[];
}

const fresh: Omit<Service, 'id' | 'purpose' | 'kind' | 'name' | 'settings'> = {
  hasKey: false,
  chosen: false,
  tested: null,
  lately: { answered: 0, failed: 0, meanMs: null, longestMs: null, lastFault: null, lastFaultAt: null },
};
const bare = {
  url: '',
  model: '',
  speaker: '',
  copies: '',
  speed: 1,
  sampleRate: 24_000,
  temperature: 0.3,
  hotwords: [],
};

/** A recogniser in use that failed once, and a voice that is not chosen. */
const some: readonly Service[] = [
  {
    ...fresh,
    id: '1',
    purpose: 'recogniser',
    kind: 'funasr',
    name: '机房 FunASR',
    settings: { ...bare, url: 'ws://10.0.0.8:10095' },
    chosen: true,
    tested: { at: '2026-11-20T08:00:00Z', ok: true, ms: 320, fault: null },
    lately: {
      answered: 412,
      failed: 1,
      meanMs: 318,
      longestMs: 900,
      lastFault: 'closed',
      lastFaultAt: '2026-11-20T07:00:00Z',
    },
  },
  {
    ...fresh,
    id: '2',
    purpose: 'synthesiser',
    kind: 'openaiSpeech',
    name: '云端女声',
    settings: { ...bare, url: 'https://api.example.com/v1', model: 'tts-1', speaker: 'alloy' },
    hasKey: true,
  },
];

/** Speech services of the fake server: they remember what was done to them. */
export const createFakeSpeech = ({ services = some }: FakeSpeechStart) => {
  let list = [...services];
  let lines: Speech['lines'] = [
    { id: '1', name: '练习线路', recogniser: 'chosen' },
    { id: '22', name: '粤电信', recogniser: 'chosen' },
  ];
  let signsWebhooks = false;
  const handlers = {
    'speech/list': (): Speech => ({ list, lines, hasSherpa: false, signsWebhooks }),
    'speech/hearing': () => {
      const hasChosen = list.some(each => each.purpose === 'recogniser' && each.chosen);
      const hears = (recogniser: string) => recogniser !== 'none' && (recogniser !== 'chosen' || hasChosen);
      return { lines: lines.map(({ id, recogniser }) => ({ id, hears: hears(recogniser) })) };
    },
    'speech/save': ({ id, kind, name, settings, key }: Input<typeof endpoints.speech.save>) => {
      const known = list.find(each => each.id === id);
      const saved: Service = {
        ...(known ?? { ...fresh, id: String(list.length + 1) }),
        ...{ purpose: purposeOfKind[kind], kind, name, settings },
        hasKey: key !== '' || (known?.hasKey ?? false),
      };
      list = known ? list.map(each => (each === known ? saved : each)) : [...list, saved];
      return { id: saved.id };
    },
    'speech/remove': ({ id }: { id: string }) => {
      list = list.filter(each => each.id !== id);
      return {};
    },
    'speech/choose': ({ purpose, id }: { purpose: string; id: string }) => {
      list = list.map(each => (each.purpose === purpose ? { ...each, chosen: each.id === id } : each));
      return {};
    },
    'speech/test': ({ id }: { id: string }) =>
      id === '2'
        ? { ok: false, ms: 88, fault: 'keyRefused', said: '', sound: null }
        : id === '1'
          ? { ok: true, ms: 296, fault: null, said: '您好我想预约周六上午的体验课', sound: null }
          : { ok: true, ms: 420, fault: null, said: '1.8 s', sound: btoa('RIFF') },
    'speech/line': ({ lineId, recogniser }: { lineId: string; recogniser: string }) => {
      lines = lines.map(line => (line.id === lineId ? { ...line, recogniser } : line));
      return {};
    },
    'speech/webhookSecret': ({ on }: { on: string }) => {
      signsWebhooks = on === '1';
      return { secret: signsWebhooks ? 'a-new-secret' : '' };
    },
  };
  return { handlers };
};
