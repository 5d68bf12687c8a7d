import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/panels.tsx';

/** A call that is not over has no record yet; what is being said can be followed. */
export const LiveRecord = ({ id }: { id: string }) => {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  return (
    <Empty title={t($ => $.record.filing)} hint={t($ => $.record.notFiled)}>
      <Button kind="primary" onClick={() => void navigate(`/home?call=${id}`)}>
        {t($ => $.record.follow)}
      </Button>
    </Empty>
  );
};
