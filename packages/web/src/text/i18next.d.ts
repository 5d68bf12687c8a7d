import 'i18next';
import type { words as audit } from './zh-CN/audit.ts';
import type { words as branding } from './zh-CN/branding.ts';
import type { words as callLog } from './zh-CN/call-log.ts';
import type { words as configured } from './zh-CN/configured.ts';
import type { words as console } from './zh-CN/console.ts';
import type { words as editorial } from './zh-CN/editorial.ts';
import type { words as frame } from './zh-CN/frame.ts';
import type { words as guide } from './zh-CN/guide.ts';
import type { words as help } from './zh-CN/help.ts';
import type { words as home } from './zh-CN/home.ts';
import type { words as inspector } from './zh-CN/inspector.ts';
import type { words as keywords } from './zh-CN/keywords.ts';
import type { words as learning } from './zh-CN/learning.ts';
import type { words as lines } from './zh-CN/lines.ts';
import type { words as merchants } from './zh-CN/merchants.ts';
import type { words as messages } from './zh-CN/messages.ts';
import type { words as money } from './zh-CN/money.ts';
import type { words as monitor } from './zh-CN/monitor.ts';
import type { words as parts } from './zh-CN/parts.ts';
import type { words as plans } from './zh-CN/plans.ts';
import type { words as security } from './zh-CN/security.ts';
import type { words as speech } from './zh-CN/speech.ts';
import type { words as staff } from './zh-CN/staff.ts';
import type { words as studio } from './zh-CN/studio.ts';
import type { words as talk } from './zh-CN/talk.ts';
import type { words as tasks } from './zh-CN/tasks.ts';
import type { words as versions } from './zh-CN/versions.ts';
import type { words as voices } from './zh-CN/voices.ts';
import type { words as week } from './zh-CN/week.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'console';
    enableSelector: true;
    resources: {
      audit: typeof audit;
      configured: typeof configured;
      speech: typeof speech;
      help: typeof help;
      branding: typeof branding;
      editorial: typeof editorial;
      staff: typeof staff;
      voices: typeof voices;
      parts: typeof parts;
      plans: typeof plans;
      versions: typeof versions;
      studio: typeof studio;
      inspector: typeof inspector;
      console: typeof console;
      frame: typeof frame;
      home: typeof home;
      talk: typeof talk;
      tasks: typeof tasks;
      callLog: typeof callLog;
      week: typeof week;
      learning: typeof learning;
      lines: typeof lines;
      guide: typeof guide;
      keywords: typeof keywords;
      messages: typeof messages;
      merchants: typeof merchants;
      money: typeof money;
      monitor: typeof monitor;
      security: typeof security;
    };
  }
}
