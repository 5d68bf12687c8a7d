import { customerFieldWord, endpoints, fillableFields, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { saidLanguage } from '../../../text/said.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDraft } from '../draft/draft-store.ts';
import { Select } from '../inspector/fields.tsx';

const { planFills } = endpoints;
type Known = OutputOf<typeof planFills.list>;
type Fill = Known['fills'][number];

/** A parameter goes by the name that the merchant gave it. */
const fieldText = (field: string, names: readonly string[]): string => {
  const [, n] = /^parameter(\d+)$/.exec(field) ?? [];
  return (n && names[Number(n) - 1]) || customerFieldWord(field, saidLanguage());
};

/** What a talk of this plan is asked, as people read it: its variables, and the guide of who speaks. */
const useQuestions = (guide: readonly string[]): readonly string[] => {
  const variables = useDraft(draft => draft.plan.variables);
  return [...new Set([...variables.map(({ label, name }) => label.trim() || name), ...guide])];
};

interface RowProps {
  readonly fill: Fill;
  readonly known: Known;
  readonly questions: readonly string[];
  readonly taken: ReadonlySet<string>;
  readonly onChange: (part: Partial<Fill>) => void;
  readonly onDrop: () => void;
}

const Row = ({ fill, known, questions, taken, onChange, onDrop }: RowProps) => {
  const { t } = useTranslation('inspector');
  const isGone = !questions.includes(fill.question);
  const asked = isGone ? [fill.question, ...questions] : questions;
  const free = fillableFields.filter(field => field === fill.field || !taken.has(field));
  return (
    <tr>
      <td>
        <Select
          name={`${t($ => $.fills.question)} ${fill.question}`}
          value={fill.question}
          options={asked.map(question => ({
            value: question,
            text: question === fill.question && isGone ? t($ => $.fills.gone, { question }) : question,
          }))}
          onChange={question => onChange({ question })}
        />
      </td>
      <td>
        <Select
          name={`${t($ => $.fills.field)} ${fill.question}`}
          value={fill.field}
          options={free.map(field => ({ value: field, text: fieldText(field, known.names) }))}
          onChange={field => onChange({ field })}
        />
      </td>
      <td>
        <label className="row gap-6">
          <input
            type="checkbox"
            aria-label={`${t($ => $.fills.over)} ${fill.question}`}
            checked={fill.over}
            onChange={event => onChange({ over: event.target.checked })}
          />
          {t($ => $.fills.over)}
        </label>
      </td>
      <td>
        <button
          type="button"
          className="icon-button"
          aria-label={t($ => $.removeRow, { what: fill.question })}
          onClick={onDrop}
        >
          <X size={14} aria-hidden="true" />
        </button>
      </td>
    </tr>
  );
};

const Fills = ({ planId, known }: { planId: string; known: Known }) => {
  const { t } = useTranslation('inspector');
  const queries = useQueryClient();
  const questions = useQuestions(known.guide);
  const [fills, setFills] = useState<readonly Fill[]>(known.fills);
  const taken = new Set<string>(fills.map(({ field }) => field));
  const field = fillableFields.find(one => one.startsWith('parameter') && !taken.has(one));
  const question = questions.find(one => fills.every(fill => fill.question !== one)) ?? questions[0];
  const save = useMutation({
    mutationFn: () => call(planFills.save, { id: planId, fills: [...fills] }),
    onSuccess: () => {
      toast.ok(t($ => $.fills.saved));
      return queries.invalidateQueries({ queryKey: ['plan/fills', planId] });
    },
  });
  const isSame = JSON.stringify(fills) === JSON.stringify(known.fills);
  return (
    <>
      {fills.length > 0 && (
        <table>
          <thead>
            <tr>
              <th className="hint">{t($ => $.fills.question)}</th>
              <th className="hint">{t($ => $.fills.field)}</th>
              <th className="hint">{t($ => $.fills.typed)}</th>
              <th className="hint">
                <span className="only-read">{t($ => $.remove)}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {fills.map((fill, at) => (
              <Row
                key={fill.field}
                {...{ fill, known, questions, taken }}
                onChange={part => setFills(fills.with(at, { ...fill, ...part }))}
                onDrop={() => setFills(fills.filter((_, n) => n !== at))}
              />
            ))}
          </tbody>
        </table>
      )}
      {question === undefined ? (
        <p className="hint">{t($ => $.fills.nothing)}</p>
      ) : (
        <button
          type="button"
          className="link"
          disabled={field === undefined}
          onClick={() => field && setFills([...fills, { question, field, over: false }])}
        >
          <Plus size={13} aria-hidden="true" /> {t($ => $.fills.add)}
        </button>
      )}
      {!isSame && (
        <div>
          <Button kind="primary" loading={save.isPending} onClick={() => save.mutate()}>
            {t($ => $.fills.save)}
          </Button>
        </div>
      )}
    </>
  );
};

/** Which answers fill which fields of customers: of the plan, whatever version a call goes by; saved at once. */
export const CustomerFills = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('inspector');
  const known = useQuery({
    queryKey: ['plan/fills', planId],
    queryFn: ({ signal }) => call(planFills.list, { id: planId }, { signal, quiet: true }),
  });
  return (
    <section>
      <h2>{t($ => $.fills.title)}</h2>
      <p className="hint">{t($ => $.fills.hint)}</p>
      {known.isPending && <Skeleton rows={2} />}
      {known.isError && (
        <ErrorPanel title={t($ => $.fills.failed)} error={known.error} onAgain={() => void known.refetch()} />
      )}
      {known.data && <Fills key={JSON.stringify(known.data.fills)} planId={planId} known={known.data} />}
    </section>
  );
};
