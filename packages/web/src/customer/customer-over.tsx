import type { KeyboardEvent } from 'react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { keys, presses } from '../ui/keys.ts';
import { CustomerDrawer } from './customer-drawer.tsx';
import { closeCustomer, openCustomer, useOpenCustomer } from './open-customer.ts';

/** What lies below walks its rows with the same keys. */
const keepArrows = (event: KeyboardEvent) => {
  if (presses(event, keys.drawer.walk)) event.stopPropagation();
};

/** The drawer over whatever page it was opened from; another page closes it. */
export const CustomerOver = () => {
  const open = useOpenCustomer(state => state.open);
  const { pathname } = useLocation();
  const from = useRef(pathname);
  useEffect(() => {
    if (from.current !== pathname) closeCustomer();
  }, [pathname]);
  if (open === null) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that bubble are kept from what lies below.
    <div className="customer-over" onKeyDown={keepArrows}>
      <CustomerDrawer {...open} onClose={closeCustomer} onOpen={id => openCustomer({ id }, open.state)} />
    </div>
  );
};
