import { MessageSquareText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { wordsOf } from '../../text/words.ts';
import type { SmsTo } from './send-sms.tsx';

const SendSms = lazy(async () => {
  const [file] = await Promise.all([import('./send-sms.tsx'), wordsOf('sendSms')]);
  return { default: file.SendSms };
});

/** Opens the dialog that sends a message to whoever is before one, for who may call them. */
export const SendSmsButton = ({ to }: { to: SmsTo }) => {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const maySend = useCurrentUser()?.btns.includes('call_out') ?? false;
  if (!maySend) return null;
  return (
    <>
      <button
        type="button"
        className="link row gap-4"
        onClick={event => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        <MessageSquareText size={13} aria-hidden="true" /> {t($ => $.sendSms)}
      </button>
      {open && (
        <Suspense>
          <SendSms to={to} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
