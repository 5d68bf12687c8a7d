import { Dropdown, type MenuProps } from 'antd';
import { ChevronDown } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { settings } from '../session/settings.ts';
import { signOut, useVisitor } from '../session/visitor.ts';
import { appearance, type Choice } from '../ui/theme/appearance.ts';

const choices: readonly Choice[] = ['auto', 'light', 'dark'];

export const UserMenu = () => {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const visitor = useVisitor();
  const { choice } = useSyncExternalStore(appearance.subscribe, appearance.read);
  if (!visitor) return null;
  const name = visitor.title || visitor.userName;
  const oldUrl = settings.pageInfo?.oemOldUrl;
  const items: MenuProps['items'] = [
    {
      key: 'appearance',
      type: 'group',
      label: t($ => $.user.appearance),
      children: choices.map(each => ({
        key: each,
        label: t($ => $.user[each]),
        onClick: () => appearance.choose(each),
      })),
    },
    { type: 'divider' },
    ...(oldUrl ? [{ key: 'old', label: <a href={oldUrl}>{t($ => $.user.oldSite)}</a> }] : []),
    {
      key: 'logout',
      label: t($ => $.user.logout),
      onClick: () => void signOut().then(() => navigate('/home')),
    },
  ];
  return (
    <Dropdown menu={{ items, selectedKeys: [choice] }} trigger={['click']} placement="bottomRight">
      <button type="button" className="user" title={t($ => $.user.menu)}>
        <span className="avatar" aria-hidden="true">
          {name.slice(0, 1)}
        </span>
        {name}
        <ChevronDown size={14} aria-hidden="true" />
      </button>
    </Dropdown>
  );
};
