import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/panels.tsx';

const HomeButton = () => {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  return (
    <Button kind="primary" onClick={() => void navigate('/home')}>
      {t($ => $.error.home)}
    </Button>
  );
};

export const NotFound = () => {
  const { t } = useTranslation('console');
  return (
    <Empty whole title={`404 · ${t($ => $.error.missing)}`} hint={t($ => $.error.missingHint)}>
      <HomeButton />
    </Empty>
  );
};

export const Unauthorized = () => {
  const { t } = useTranslation('console');
  return (
    <Empty whole title={`401 · ${t($ => $.error.unauthorized)}`} hint={t($ => $.error.unauthorizedHint)}>
      <HomeButton />
    </Empty>
  );
};

export const ServerError = () => {
  const { t } = useTranslation('console');
  return (
    <Empty whole title={`500 · ${t($ => $.error.server)}`} hint={t($ => $.error.serverHint)}>
      <HomeButton />
    </Empty>
  );
};
