import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/panels.tsx';
import type { Detail } from './marks.ts';

/** A call that is not over has no record yet; what is being said can be followed. */
export const LiveRecord = ({ call: { id, answeredAt } }: { call: Pick<Detail, 'id' | 'answeredAt'> }) => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  return (
    <Empty
      title={answeredAt === null ? t($ => $.record.calling) : t($ => $.record.talking)}
      hint={t($ => $.record.notFiled)}
    >
      <Button kind="primary" onClick={() => void navigate(`/home?call=${id}`)}>
        {t($ => $.record.follow)}
      </Button>
    </Empty>
  );
};
