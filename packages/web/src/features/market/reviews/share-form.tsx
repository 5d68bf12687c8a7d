import { planProductEndpoints } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { bareProps, FieldFault } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { Input } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.ts';

const shareKey = ['planProduct/share'];

const Form = ({ percent }: { percent: number }) => {
  const { t } = useTranslation('market');
  const queries = useQueryClient();
  const form = useEndpointForm({
    endpoint: planProductEndpoints.share,
    start: { percent: String(percent) },
    onDone: answer => {
      toast.ok(t($ => $.reviews.shareSaved, { percent: answer.percent }));
      queries.setQueryData(shareKey, answer);
    },
  });
  return (
    <form {...form.props} className="row gap-6">
      <label htmlFor={form.idOf('percent')}>{t($ => $.reviews.sharePercent)}</label>
      <Input {...bareProps(form, 'percent')} small className="market-percent" />
      <FieldFault form={form} name="percent" />
      <Button size="small" type="submit" loading={form.busy} disabled={!form.isChanged}>
        {t($ => $.reviews.shareSave)}
      </Button>
    </form>
  );
};

/** What the platform keeps of a sale. */
export const ShareForm = () => {
  const { data } = useQuery({
    queryKey: shareKey,
    queryFn: ({ signal }) => call(planProductEndpoints.share, {}, { signal, quiet: true }),
  });
  return data ? <Form percent={data.percent} /> : null;
};
