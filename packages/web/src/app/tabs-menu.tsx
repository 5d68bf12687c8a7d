import { Dropdown } from 'antd';
import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { homePath } from './panes/tabs.ts';
import { closeAll, closeOthers, closeTab, useTabs } from './panes/use-tabs.ts';

/** What one can do with all tabs at once. */
export const TabsMenu = () => {
  const { t } = useTranslation('frame');
  const { list, active } = useTabs();
  const atHome = active === homePath;
  const alone = list.every(tab => tab.id === homePath);
  const items = [
    { key: 'this', label: t($ => $.tabs.closeThis), disabled: atHome, onClick: () => closeTab(active ?? '') },
    {
      key: 'others',
      label: t($ => $.tabs.closeOthers),
      disabled: list.length <= (atHome ? 1 : 2),
      onClick: closeOthers,
    },
    { key: 'all', label: t($ => $.tabs.closeAll), disabled: alone, onClick: closeAll },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <button type="button" className="icon-button" aria-label={t($ => $.tabs.more)}>
        <Ellipsis size={16} aria-hidden="true" />
      </button>
    </Dropdown>
  );
};
