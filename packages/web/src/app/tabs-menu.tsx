import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../ui/menu-button.tsx';
import { homePath } from './panes/tabs.ts';
import { closeAll, closeOthers, closeTab, useTabs } from './panes/use-tabs.ts';

/** What one can do with all tabs at once. */
export const TabsMenu = () => {
  const { t } = useTranslation('frame');
  const { list, active } = useTabs();
  const atHome = active === homePath;
  const entries = [
    { key: 'this', label: t($ => $.tabs.closeThis), disabled: atHome, onChoose: () => closeTab(active ?? '') },
    {
      key: 'others',
      label: t($ => $.tabs.closeOthers),
      disabled: list.length <= (atHome ? 1 : 2),
      onChoose: closeOthers,
    },
    { key: 'all', label: t($ => $.tabs.closeAll), disabled: list.length === 1, onChoose: closeAll },
  ];
  return (
    <MenuButton
      label={<Ellipsis size={16} aria-hidden="true" />}
      className="icon-button"
      name={t($ => $.tabs.more)}
      parts={[{ key: 'tabs', entries }]}
    />
  );
};
