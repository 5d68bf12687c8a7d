import { endpoints } from '@lianxian/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { PlainChoice } from '../../../ui/plain-choice.tsx';

interface FromTemplateProps {
  /** A draft with the settings of the chosen one was made. */
  readonly onMade: (id: string) => void;
}

/** A new task may begin with settings that were kept; nothing where none were. */
export const FromTemplate = ({ onMade }: FromTemplateProps) => {
  const { t } = useTranslation('tasks');
  const { data } = useQuery({
    queryKey: ['task/templates'],
    queryFn: ({ signal }) => call(endpoints.taskSeries.templates, {}, { signal, quiet: true }),
  });
  const list = data?.list ?? [];
  const make = useMutation({
    mutationFn: (id: string) => call(endpoints.task.copy, { id, name: list.find(each => each.id === id)?.name ?? '' }),
    onSuccess: ({ id }) => onMade(id),
  });
  if (list.length === 0) return null;
  return (
    <div className="editor-step-field">
      <label htmlFor="task-template">{t($ => $.series.template.from)}</label>
      <PlainChoice
        id="task-template"
        value={null}
        disabled={make.isPending}
        placeholder={t($ => $.series.template.choose)}
        options={list.map(({ id, name, planName }) => ({ value: id, label: `${name} · ${planName}` }))}
        onChange={id => make.mutate(id)}
      />
    </div>
  );
};
