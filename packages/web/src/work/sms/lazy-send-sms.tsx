import { Suspense } from 'react';
import { wordsOf } from '../../text/words.ts';
import { plainPage } from '../../ui/chunk.ts';
import type { SendSmsProps } from './send-sms.tsx';

const Chunk = plainPage(async () => {
  const [file] = await Promise.all([import('./send-sms.tsx'), wordsOf('sendSms')]);
  return file.SendSms;
});

/** The dialog that sends a message, with its words, fetched when somebody first asks for it. */
export const SendSms = (props: SendSmsProps) => (
  <Suspense>
    <Chunk {...props} />
  </Suspense>
);
