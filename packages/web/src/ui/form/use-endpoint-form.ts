import { allowedText, type BadField, type Endpoint, type FieldLimits, type OutputOf } from '@lianxian/contract';
import { type FormEventHandler, useId, useRef, useState } from 'react';
import { type FieldValues, type Resolver, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { Outage, Refusal } from '../../api/wire.ts';
import { saidLanguage } from '../../text/said.ts';
import { useKeptForm } from '../unsaved/use-kept-form.ts';
import { type FieldName, type FormRules, faultsOf, limitsOf, subjectOf } from './form-rules.ts';

interface FormWish<E extends Endpoint, V extends object> extends FormRules<E, V> {
  /** What the fields hold at first: figures as text, yes and no as they are. */
  readonly start: V;
  readonly onDone: (answer: OutputOf<E>, values: V) => unknown;
  /** What the form holds once that was sent; left out: what was typed. */
  readonly next?: (answer: OutputOf<E>, values: V) => V;
  /** It was refused, or did not come through; that is told already. */
  readonly onRefused?: (why: Refusal | Outage) => void;
  /** Something was wrong where one cannot look just now. */
  readonly onFaulty?: (fields: readonly string[]) => void;
  /** As in `call`: what it asks for takes its time. */
  readonly timeLimitMs?: number;
  /** Fields whose fault is said as soon as one leaves them, before one tries to send. */
  readonly saysLeft?: readonly FieldName<V>[];
}

/** Goes to an element of the browser that holds a field: it keeps what is typed or chosen itself. */
interface BoundProps {
  readonly id: string;
  readonly name: string;
  readonly ref: (element: HTMLElement | null) => void;
  readonly onChange: (event: { readonly target: unknown }) => void;
  readonly onBlur: (event: { readonly target: unknown }) => void;
  readonly 'aria-required': true | undefined;
}
interface TypedProps extends BoundProps {
  readonly maxLength: number | undefined;
  readonly inputMode: 'numeric' | undefined;
}

export interface EndpointForm<V extends object> {
  readonly values: V;
  /** Changes what is not typed, and what was. */
  readonly set: (part: Partial<V>) => void;
  /** It begins anew with what is saved now. */
  readonly begin: (saved: V) => void;
  readonly idOf: (name: FieldName<V>) => string;
  readonly bound: (name: FieldName<V>) => BoundProps;
  /** The same for what is typed into. */
  readonly typed: (name: FieldName<V>) => TypedProps;
  /** What is wrong with a field, once one has tried to send it. */
  readonly fault: (name: FieldName<V>) => string | undefined;
  readonly limits: (name: FieldName<V>) => FieldLimits;
  /** Of the `form` element. */
  readonly props: {
    readonly id: string;
    readonly noValidate: true;
    readonly autoComplete: 'off';
    readonly onSubmit: FormEventHandler;
  };
  readonly submit: () => void;
  readonly busy: boolean;
  /** Something was typed or chosen that is not sent yet. */
  readonly isChanged: boolean;
}

/** What the server found wrong with a field, for as long as that holds what was sent. */
interface Refused {
  readonly field: string;
  readonly held: string;
  readonly says: string;
}

/** One sending at a time: what would begin while another is under way does not, and is not saved. */
const useOnce = () => {
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);
  const once = async (send: () => Promise<boolean>): Promise<boolean> => {
    if (isSending.current) return false;
    isSending.current = true;
    setBusy(true);
    try {
      return await send();
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return { busy, once };
};

/**
 * A form that an endpoint of the contract is asked with. Its limits and its sentences are those of the endpoint's schema:
 * what is typed is read as the server will read it, before it is sent. What the server refuses stands at its field; a
 * refusal of the whole, or of a field whose fault is drawn nowhere, is told as everywhere. Nothing is sent twice, and
 * nothing typed is lost (decision 66).
 */
export const useEndpointForm = <E extends Endpoint, V extends object>(wish: FormWish<E, V>): EndpointForm<V> => {
  const { endpoint, start, next, onDone, onRefused, onFaulty, timeLimitMs } = wish;
  const id = useId();
  const [tried, setTried] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { busy, once } = useOnce();
  const [refused, setRefused] = useState<Refused | null>(null);
  // A fault that nobody would see keeps nobody from sending: the server says what is wrong with such a field, and that is told.
  const drawn = new Set<string>();
  const resolver: Resolver = typed => {
    const faulty = [...faultsOf(wish, typed as V).keys()].filter(name => drawn.has(name) || onFaulty !== undefined);
    const errors = Object.fromEntries(faulty.map(name => [name, { type: 'bad' }]));
    return faulty.length === 0 ? { values: typed, errors: {} } : { values: {}, errors };
  };
  // What is wrong is asked anew with every letter, of all fields at once: one may be wrong because of another.
  const form = useForm<FieldValues>({ defaultValues: start, resolver, reValidateMode: 'onSubmit' });
  const values = form.watch() as V;
  const faults: ReadonlyMap<string, BadField> = tried || left.size > 0 ? faultsOf(wish, values) : new Map();
  const isOurs = (refusal: Refusal) => refusal.field !== null && drawn.has(refusal.field);
  const held = (of: V, name: string) => JSON.stringify(of[name as keyof V]);
  const put = (part: Partial<V>) => {
    for (const [name, value] of Object.entries(part)) form.setValue(name, value, { shouldDirty: true });
  };
  const [subject] = useState(() => `${endpoint.path} ${subjectOf(wish, start)}`);
  const kept = useKeptForm<V>({
    subject,
    start: form.formState.defaultValues as V,
    values,
    isChanged: form.formState.isDirty,
    element: () => document.getElementById(id),
    put,
    save: () => submit(),
    reset: () => form.reset(),
  });

  const ask = async (typed: V): Promise<void> => {
    const input = wish.input?.(typed) ?? typed;
    const answer = await call(endpoint, input as z.input<E['input']> & object, {
      quiet: isOurs,
      ...(timeLimitMs && { timeLimitMs }),
    });
    setTried(false);
    setLeft(new Set());
    form.reset(next?.(answer, typed) ?? typed);
    kept.settle();
    await onDone(answer, typed);
  };
  /** True once it is saved. */
  const send = async (typed: V): Promise<boolean> => {
    setRefused(null);
    try {
      await ask(typed);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Outage)) throw error;
      onRefused?.(error);
      if (error instanceof Outage || error.field === null || !isOurs(error)) return false;
      setRefused({ field: error.field, held: held(typed, error.field), says: error.message });
      form.setFocus(error.field);
      return false;
    }
  };
  const submit = async (): Promise<boolean> => {
    let isSaved = false;
    await form.handleSubmit(
      async typed => {
        isSaved = await once(() => send(typed as V));
      },
      errors => {
        setTried(true);
        onFaulty?.(Object.keys(errors));
      },
    )();
    return isSaved;
  };

  const idOf = (name: string) => `${id}${name}`;
  const fault = (name: string): string | undefined => {
    drawn.add(name);
    const bad = tried || left.has(name) ? faults.get(name) : undefined;
    if (bad) return allowedText(bad, saidLanguage());
    return refused?.field === name && refused.held === held(values, name) ? refused.says : undefined;
  };
  const limits = (name: string) => limitsOf(wish, values, name);
  const bound = (name: string): BoundProps => {
    const { ref, onChange, onBlur } = form.register(name);
    return {
      id: idOf(name),
      name,
      ref,
      onChange: event => void onChange(event),
      onBlur: event => {
        void onBlur(event);
        if (wish.saysLeft?.some(each => each === name)) setLeft(before => new Set([...before, name]));
      },
      'aria-required': limits(name).needed || undefined,
    };
  };
  const onSubmit: FormEventHandler = event => {
    event.preventDefault();
    void submit();
  };
  return {
    values,
    idOf,
    fault,
    limits,
    busy,
    submit: () => void submit(),
    isChanged: form.formState.isDirty,
    set: put,
    begin: saved => form.reset(saved),
    bound,
    typed: name => {
      const { chars, most } = limits(name);
      return { ...bound(name), maxLength: chars, inputMode: most === undefined ? undefined : 'numeric' };
    },
    props: { id, noValidate: true, autoComplete: 'off', onSubmit },
  };
};
