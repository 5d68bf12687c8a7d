import { endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { listed } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useChange } from './use-keywords.ts';

/** What a new merchant's library begins with and this one has not: added all at once, beside what is there. */
export const StartersOffer = ({ missing }: { readonly missing: readonly string[] }) => {
  const { t } = useTranslation('keywords');
  const adding = useChange(endpoints.keywords.addStarters, ({ added }) =>
    toast.ok(added.length > 0 ? t($ => $.starters.added, { names: listed(added) }) : t($ => $.starters.complete)),
  );
  return (
    <footer className="keywords-starters stack gap-6">
      <p className="hint">{t($ => $.starters.missing, { count: missing.length, names: listed(missing) })}</p>
      <Button loading={adding.isPending} onClick={() => adding.mutate({})}>
        {t($ => $.starters.add)}
      </Button>
    </footer>
  );
};
