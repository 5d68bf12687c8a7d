import { callsOf, listed } from './suspects.ts';
import { petVaccine } from './pet-vaccine.ts';
import { courseFollowUp } from '../../server/seed/course-follow-up.ts';
import { survey } from '../../server/seed/templates/survey.ts';
import { invitation } from '../../server/seed/templates/invitation.ts';
import { reminder } from '../../server/seed/templates/reminder.ts';
import { planFrom } from '../../server/seed/templates/index.ts';
const plans: any[] = [petVaccine, courseFollowUp, survey.plan, invitation.plan, reminder.plan];
let wrong = 0, found = 0, list = 0, right = 0, missedListed = 0;
const why: Record<string, [number, number]> = {};
for (const plan of plans) for (const seed of [11, 12, 13]) {
  const calls = callsOf(plan, 40, seed);
  for (const call of calls) {
    const s = new Map(listed(call).map(x => [x.line, x.because]));
    const by = new Map(call.turns.map(t => [t.line, t]));
    for (const t of call.turns) if (t.hearing === 'wrong') {
      wrong++; if (s.has(t.line)) found++;
      else if (process.argv[2] === 'unfound') {
        const at = call.talk.lines.findIndex(l => l.line === t.line);
        console.log('--', call.temper, t.meant, '→', t.as, t.detail, '|', t.sentence, '|');
        for (const l of call.talk.lines.slice(at, at + 4)) console.log('     ', l.by, l.node, l.text, l.by !== 'robot' ? l.understood?.meaning : '');
      }
    }
    for (const [line, because] of s) {
      const t = by.get(line);
      list++; why[because] ??= [0, 0]; why[because][0]++;
      if (t?.hearing === 'wrong') { right++; why[because][1]++; }
      else if (process.argv[2] === 'false') {
        const at = call.talk.lines.findIndex(l => l.line === line);
        console.log('--', because, call.temper, t?.meant, '→', t?.as, t?.hearing);
        for (const l of call.talk.lines.slice(at, at + 4)) console.log('     ', l.by, l.node, l.text, l.by !== 'robot' ? l.understood?.meaning : '');
      }
    }
  }
}
console.log({ plans: plans.length, wrong, found, list, right }, why);
