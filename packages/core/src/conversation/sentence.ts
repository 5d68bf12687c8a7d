import type { Sentence, SentenceSegment } from './events.ts';
import type { Plan, PlanVariable } from './plan.ts';

/** `${name}` in a sentence of a plan. */
const placeholder = /\$\{([^}]*)\}/g;

/** Names of the variables in a sentence, as written. */
export const variablesOf = (text: string): readonly string[] =>
  [...text.matchAll(placeholder)].map(match => match[1]!.trim());

/**
 * A sentence for one callee: fixed parts as they stand in the plan (shared prompts), variable parts filled from `values`,
 * else from the variable's fallback. Where a variable is empty the comma that would be left over goes with it.
 */
export const renderSentence = (
  text: string,
  variables: ReadonlyMap<string, PlanVariable>,
  values: Readonly<Record<string, string>>,
): Sentence => {
  const segments: SentenceSegment[] = [];
  let from = 0;
  let dropComma = false;
  const fixed = (part: string) => {
    const kept = dropComma ? part.replace(/^[，、,]\s*/, '') : part;
    dropComma = false;
    if (kept.trim() !== '') segments.push({ text: kept, fixed: true, spoken: 'asWritten' });
  };
  for (const match of text.matchAll(placeholder)) {
    if (match.index > from) fixed(text.slice(from, match.index));
    from = match.index + match[0].length;
    const variable = variables.get(match[1]!.trim());
    const value = (values[match[1]!.trim()]?.trim() || variable?.fallback.trim()) ?? '';
    const before = segments.at(-1)?.text;
    if (value !== '') segments.push({ text: value, fixed: false, spoken: variable?.spoken ?? 'asWritten' });
    else dropComma = before === undefined || /[，、,。！？]$/.test(before);
  }
  if (from < text.length) fixed(text.slice(from));
  return { segments, text: segments.map(segment => segment.text).join('') };
};

/** Every sentence a plan can say, once each: what a voice may prepare before the first call. */
export const planSentences = (plan: Plan): readonly string[] => {
  const all = [plan.defaults.announcement, plan.defaults.farewell ?? defaultFarewell];
  all.push(...plan.defaults.silence.sentences, ...plan.defaults.notUnderstood.sentences);
  for (const item of plan.knowledge) all.push(...item.answers);
  for (const node of plan.flows.flatMap(flow => flow.nodes)) {
    if ('sentences' in node) all.push(...node.sentences);
    if ('silence' in node) all.push(...(node.silence?.sentences ?? []));
    if ('notUnderstood' in node) all.push(...(node.notUnderstood?.sentences ?? []));
    if (node.kind === 'transfer') all.push(...node.waiting);
  }
  return [...new Set(all.filter(text => text.trim() !== ''))];
};

/** Variables its sentences say and the callee itself does not tell: filled by whoever places the call, else the fallback. */
export const variablesToFill = (plan: Plan): readonly PlanVariable[] => {
  const said = new Set(planSentences(plan).flatMap(variablesOf));
  const nodes = plan.flows.flatMap(flow => flow.nodes);
  const told = new Set(nodes.flatMap(node => (node.kind === 'collect' ? [node.variable] : [])));
  return plan.variables.filter(({ name }) => said.has(name) && !told.has(name));
};

/** Said before the robot gives up, where the plan has no own words for it. */
export const defaultFarewell = '那我先不打扰您了，再见。';
