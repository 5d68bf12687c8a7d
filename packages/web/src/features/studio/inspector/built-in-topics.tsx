import { keywordEndpoints } from '@lianxian/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useDraft } from '../draft/draft-store.ts';

/** What is heard beside the similar sentences of an intent or item, as of the draft's last save. */
export const BuiltInTopics = ({ kind, id, bare }: { kind: 'intent' | 'knowledge'; id: string; bare: boolean }) => {
  const { t } = useTranslation('inspector');
  const planId = useDraft(draft => draft.planId);
  const rev = useDraft(draft => draft.rev);
  const { data } = useQuery({
    queryKey: ['keywords/kept', planId, rev],
    queryFn: ({ signal }) => call(keywordEndpoints.builtIn, { planId }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const topics = data?.list.filter(({ owner }) => owner.kind === kind && owner.id === id) ?? [];
  if (topics.length === 0) return bare ? <p className="hint">{t($ => $.recognised.builtInHint)}</p> : null;
  return (
    <details className="field-built-in-topics">
      <summary>{t($ => $.recognised.builtIn, { names: topics.map(({ name }) => `「${name}」`).join('') })}</summary>
      <dl className="grid gap-8">
        {topics.map(({ name, sentences, some }) => (
          <div className="flex wrap" key={name}>
            <dt>{t($ => $.recognised.builtInOf, { name, count: sentences })}</dt>
            {some.map(sentence => (
              <dd key={sentence}>{sentence}</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
};
