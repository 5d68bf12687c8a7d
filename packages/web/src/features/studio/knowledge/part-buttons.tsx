import { type PlanPart, partsMissing, withPart } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { listed } from '../../../text/said.ts';
import { toast } from '../../../ui/toast.ts';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { jumpTo, useStudio } from '../frame/studio-context.ts';
import { useWordGroups } from '../inspector/word-groups.tsx';

/** What nearly every plan needs and this one has not: each is added whole, in one step, and stands open then. */
export const PartButtons = ({ onAdded }: { readonly onAdded: () => void }) => {
  const { t } = useTranslation(['inspector', 'studio']);
  const store = useDraftStore();
  const studio = useStudio();
  const plan = useDraft(draft => draft.plan);
  const { data, isPending } = useWordGroups();
  const groups = new Map(data?.list.filter(({ words }) => words > 0).map(({ id, name }) => [name, id]));
  const add = (part: PlanPart) => {
    const what = t($ => $.knowledge.kinds[part.kind]);
    const added = withPart(store.getState().plan, part, groups);
    store.getState().change(
      () => added.plan,
      t($ => $.steps.part, { ns: 'studio', what }),
    );
    onAdded();
    studio.onPlace({ view: added.list, entry: added.id });
    const { nodes, variables } = added;
    const more = [
      ...(nodes.length > 0 ? [t($ => $.knowledge.addedNodes, { names: listed(nodes.map(({ name }) => name)) })] : []),
      ...variables.map(({ label }) => t($ => $.knowledge.addedVariable, { name: label })),
    ];
    const [first] = nodes;
    toast.ok(
      more.length > 0
        ? t($ => $.knowledge.addedWith, { what, more: listed(more, 'inOneBreath') })
        : t($ => $.knowledge.added, { what }),
      first && { act: { text: t($ => $.knowledge.seeNodes), run: () => jumpTo(store, studio, first.id) } },
    );
  };
  const missing = partsMissing(plan);
  if (missing.length === 0) return null;
  return (
    <>
      <p className="hint">{t($ => $.knowledge.parts)}</p>
      <p className="flex gap-6 wrap">
        {missing.map(part => (
          <button key={part.kind} type="button" className="button" disabled={isPending} onClick={() => add(part)}>
            + {t($ => $.knowledge.kinds[part.kind])}
          </button>
        ))}
      </p>
    </>
  );
};
