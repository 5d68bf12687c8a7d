import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/send-sms.ts';

export const words: Shape<typeof source> = {
  send: 'Send SMS',
  sendTo: 'Send SMS to {{phone}}',
  close: 'Close',
  cancel: 'Cancel',
  ok: 'Send',
  phone: 'Number',
  template: 'Template',
  kind: { notice: 'Notice', marketing: 'Marketing' },
  values: 'Variables',
  valuesHint: 'What is left empty is filled with what is known of this number.',
  text: 'As it arrives',
  parts: '{{chars}} characters, {{parts}} parts, {{price}} yuan',
  free: '{{chars}} characters, {{parts}} parts, free',
  cut: 'Part {{n}}',
  missing: 'Missing: {{names}}',
  failed: 'Couldn’t load templates',
  none: 'No usable template',
  noneHint: 'Write one under “SMS templates”. Once approved, it can be sent.',
  toTemplates: 'Write a template',
  noneReach: 'No provider works. The message will wait.',
  today: 'Today',
  done: { sent: 'Sent', queued: 'Queued', due: 'Sent at {{at}}: {{because}}', not: 'Not sent: {{because}}' },
};
