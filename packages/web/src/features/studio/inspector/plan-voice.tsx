import { slot } from '../frame/slot.ts';

/** Who speaks what is not recorded, and how fast. */
export const PlanVoice = slot(() => import('../voices/plan-voice.tsx').then(file => file.PlanVoice), 'voices');
