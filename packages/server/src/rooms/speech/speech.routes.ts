import { speechEndpoints } from '@lianxian/contract';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { latelyOf } from './minutes.store.ts';
import { openService, type Service, type Tested } from './service.ts';
import { findService, linesHearing, listServices, sealedWebhookSecret, setTested } from './speech.store.ts';
import { chooseService, dropService, noService, renewWebhookSecret, saveService, setLine } from './speech.ts';
import { lineOf, rowOf } from './speech.view.ts';

export interface SpeechParts {
  readonly secrets: Secrets;
  /** The operator gave a folder with a model. */
  readonly hasSherpa: boolean;
  /** Asks a service really; never rejects, and takes as long as its limits let it. */
  readonly test: (service: Service) => Promise<Tested>;
}

const testService = async (id: string, context: SignedInContext, { secrets, test }: SpeechParts) => {
  const { db, session } = context;
  const row = await findService(db, id);
  if (row === undefined) throw noService(context);
  const { ms, fault, said } = await test(openService(row, session.merchantId, secrets));
  await setTested(db, row, { at: context.at, ms, fault });
  return { ok: fault === null, ms, fault, said };
};

export const bindSpeech = (front: Front, parts: SpeechParts): void => {
  const { secrets, hasSherpa } = parts;
  bind(front, speechEndpoints.list, async (_, { db, session, at }) => {
    const maySave = session.roleCode === 'company' || session.roleCode === 'agent';
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
      maySave,
    };
  });
  bind(front, speechEndpoints.save, async (input, context) => {
    if (input.kind === 'sherpa' && !hasSherpa) throw refuse('speechNoFolder');
    return { id: await saveService(input, context, secrets) };
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
