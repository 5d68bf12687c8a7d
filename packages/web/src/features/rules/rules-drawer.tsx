import { useTranslation } from 'react-i18next';
import { Drawer } from '../../ui/drawer.tsx';
import { MerchantRules } from './merchant-rules.tsx';

/** The rules beside the tasks they hold for. */
export const RulesDrawer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('rules');
  return (
    <Drawer title={t($ => $.title)} closeLabel={t($ => $.close)} onClose={onClose}>
      <div className="rules-drawer">
        <MerchantRules />
      </div>
    </Drawer>
  );
};
