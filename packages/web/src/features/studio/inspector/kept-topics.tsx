import { keywordEndpoints } from '@lianxian/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useDraft } from '../draft/draft-store.ts';

/** What is heard beside the similar sentences of an intent or item, as of the draft's last save. */
export const KeptTopics = ({ kind, id, bare }: { kind: 'intent' | 'knowledge'; id: string; bare: boolean }) => {
  const { t } = useTranslation('inspector');
  const planId = useDraft(draft => draft.planId);
  const rev = useDraft(draft => draft.rev);
  const { data } = useQuery({
    queryKey: ['keywords/kept', planId, rev],
    queryFn: ({ signal }) => call(keywordEndpoints.kept, { planId }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const topics = data?.list.filter(({ owner }) => owner.kind === kind && owner.id === id) ?? [];
  if (topics.length === 0) return bare ? <p className="hint">{t($ => $.recognised.keptHint)}</p> : null;
  return (
    <details className="field-kept-topics">
      <summary>{t($ => $.recognised.kept, { names: topics.map(({ name }) => `「${name}」`).join('') })}</summary>
      <dl className="grid gap-8">
        {topics.map(({ name, sentences, some }) => (
          <div className="flex wrap" key={name}>
            <dt>{t($ => $.recognised.keptOf, { name, count: sentences })}</dt>
            {some.map(sentence => (
              <dd key={sentence}>{sentence}</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
};
