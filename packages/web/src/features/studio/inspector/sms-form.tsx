import type { SmsNode } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { useSmsOptions } from '../../../work/sms/use-sms-options.ts';
import { ExitRows } from './exit-rows.tsx';
import { Choice } from './fields.tsx';
import { usePutNode } from './use-node.ts';

/** Which template is sent: one of those that may be. What is written and may not is said so, and stays until another is chosen. */
export const SmsForm = ({ node }: { node: SmsNode }) => {
  const { t } = useTranslation('inspector');
  const put = usePutNode(node);
  const { data, isError } = useSmsOptions();
  const chosen = data?.list.find(({ id }) => id === node.template);
  const hint = () => {
    if (isError) return t($ => $.sms.failed);
    if (!data) return undefined;
    if (chosen) return t($ => $.sms.text, { text: chosen.text });
    return data.list.length === 0 ? t($ => $.sms.none) : node.template === '' ? undefined : t($ => $.sms.gone);
  };
  return (
    <>
      <Choice
        label={t($ => $.sms.template)}
        hint={hint()}
        value={node.template}
        options={data?.list.map(({ id, name }) => ({ value: id, text: name })) ?? []}
        onChange={template => put({ template })}
      />
      <ExitRows node={node} />
    </>
  );
};
