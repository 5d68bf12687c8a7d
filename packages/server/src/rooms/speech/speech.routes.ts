import { createHash } from 'node:crypto';
import { isFolderKind, speechEndpoints } from '@lianxian/contract';
import { decodeAlaw, speechWav } from '@lianxian/telephony';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { latelyOf } from './minutes.store.ts';
import { openService, type Service, type Tested } from './service.ts';
import {
  findService,
  hearingOfLines,
  linesHearing,
  listServices,
  sealedWebhookSecret,
  setTested,
} from './speech.store.ts';
import {
  chooseService,
  dropService,
  noService,
  renewWebhookSecret,
  type SaveParts,
  saveService,
  setLine,
} from './speech.ts';
import { lineOf, rowOf } from './speech.view.ts';

interface SpeechParts extends SaveParts {
  /** The operator gave a folder with a model. */
  readonly hasSherpa: boolean;
  /** Asks a service really; never rejects, and takes as long as its limits let it. */
  readonly test: (service: Service) => Promise<Tested>;
  /** As the merchant's product is called: who made a synthesised sound. */
  readonly producerOf: (merchantId: string) => Promise<string>;
}

/** What a synthesiser spoke, to be heard at once: labelled, as all that leaves the house. */
const wavOf = (sound: Uint8Array, producer: string): string => {
  const produceId = createHash('sha256').update(sound).digest('hex').slice(0, 40);
  return speechWav(decodeAlaw(sound), { producer, produceId }).toString('base64');
};

const testService = async (id: string, context: SignedInContext, { secrets, test, producerOf }: SpeechParts) => {
  const { db, session } = context;
  const row = await findService(db, id);
  if (row === undefined) throw noService();
  const { ms, fault, said, sound } = await test(openService(row, session.merchantId, secrets));
  await setTested(db, row, { at: context.at, ms, fault });
  const heard = sound === undefined ? null : wavOf(sound, await producerOf(session.merchantId));
  return { ok: fault === null, ms, fault, said, sound: heard };
};

export const bindSpeech = (front: Front, parts: SpeechParts): void => {
  const { secrets, hasSherpa } = parts;
  bind(front, speechEndpoints.list, async (_, { db, at }) => {
    const [rows, lately, lines, sealed] = await Promise.all([
      listServices(db),
      latelyOf(db, at),
      linesHearing(db),
      sealedWebhookSecret(db),
    ]);
    return {
      list: rows.map(row => rowOf(row, lately.get(row.id))),
      lines: lines.map(lineOf),
      hasSherpa,
      signsWebhooks: sealed !== null,
    };
  });
  bind(front, speechEndpoints.hearing, async (_, { db }) => ({ lines: await hearingOfLines(db) }));
  bind(front, speechEndpoints.save, async (input, context) => {
    if (isFolderKind(input.kind) && !hasSherpa) throw refuse('speechNoFolder');
    return { id: await saveService(input, context, parts) };
  });
  bind(front, speechEndpoints.remove, async ({ id }, context) => {
    await dropService(id, context);
    return {};
  });
  bind(front, speechEndpoints.choose, async (input, context) => {
    await chooseService(input, context);
    return {};
  });
  bind(front, speechEndpoints.test, ({ id }, context) => testService(id, context, parts));
  bind(front, speechEndpoints.line, async (input, context) => {
    await setLine(input, context);
    return {};
  });
  bind(front, speechEndpoints.webhookSecret, async ({ on }, context) => ({
    secret: await renewWebhookSecret(on === '1', context, secrets),
  }));
};
