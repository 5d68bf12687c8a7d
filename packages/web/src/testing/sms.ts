import { type CallOf, endpoints } from '@lianxian/contract';
import { type Merchant, newMerchant } from './house.ts';

const { sms } = endpoints;
type Written = CallOf<typeof sms.saveTemplate>;

/** A number of practice: at any hour a message to it counts as delivered at once. */
export const practicePhone = '15400000017';

/** Messages of this merchant are carried by the practice provider alone. */
export const carriesByPractice = async ({ owner }: Merchant): Promise<void> => {
  if ((await owner.ask(sms.providers, {})).list.length === 0)
    await owner.ask(sms.saveProvider, { name: '练习', settings: { kind: 'log' } });
};

export const smsMerchant = async (): Promise<Merchant> => {
  const merchant = await newMerchant();
  await carriesByPractice(merchant);
  return merchant;
};

/** A template that may be sent: where practice alone carries nobody reviews it. Its id. */
export const usableTemplate = async ({ owner }: Merchant, template: Partial<Written> = {}): Promise<string> => {
  const usual = { name: '试听提醒', kind: 'notice', signature: '启航教育', content: '本周六 10:00 试听。' } as const;
  const { id } = await owner.ask(sms.saveTemplate, { ...usual, ...template });
  await owner.ask(sms.submitTemplate, { id });
  return id;
};

/** Somebody answers by a text message, as the provider of this merchant tells it over HTTP. */
export const smsReply = async ({ owner }: Merchant, phone: string, text: string): Promise<void> => {
  const settings = sms.saveProvider.input.shape.settings.parse({
    kind: 'http',
    url: 'https://sms.example.com/send',
    replies: { phone: 'mobile', text: 'content' },
  });
  const { id } = await owner.ask(sms.saveProvider, { name: '某家', settings, rank: '9' });
  const { list } = await owner.ask(sms.providers, {});
  const { pathname } = new URL(list.find(each => each.id === id)?.replyUrl ?? '', location.origin);
  await fetch(pathname, { method: 'POST', body: JSON.stringify({ mobile: phone, content: text }) });
};
