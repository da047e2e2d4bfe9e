import { afterEach, beforeEach, jest } from '@jest/globals';
import * as React from 'react';
import { act, type ReactNode } from 'react';
import { createRoot as createReactRoot } from '@wordpress/element';

interface Root {
  render: (node: ReactNode) => void;
  unmount: () => void;
}
const createRoot = createReactRoot as (container: HTMLElement) => Root;

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const internals = React as unknown as Record<string, { recentlyCreatedOwnerStacks: number }>;
/** React takes a stack trace for each element that it makes, up to a number in each second. Nothing here shows them. */
Object.defineProperty(
  internals['__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'],
  'recentlyCreatedOwnerStacks',
  { get: () => Infinity, set: () => undefined },
);

/** Does something that a screen answers to. */
export const happen = (action: () => unknown) =>
  act(async () => {
    action();
    await Promise.resolve();
  });

const roots: Root[] = [];

// Screens ask again after seconds, and fields after a pause in typing: nobody waits for that here.
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
});
afterEach(async () => {
  await happen(() => roots.splice(0).forEach((root) => root.unmount()));
  document.body.replaceChildren();
  jest.useRealTimers();
});

/** Lets timers of `ms` and all that follows from them happen. */
export const wait = (ms = 20) => act(() => jest.advanceTimersByTimeAsync(ms));

export async function show(node: ReactNode): Promise<Root> {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  roots.push(root);
  await happen(() => root.render(node));
  await wait();
  return root;
}

export const text = () => document.body.textContent;

export function get<T extends Element = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`There is no ${selector} in: ${document.body.textContent}`);
  return found;
}

/** By its name; also a link. */
export function button(name: string, within = 'body'): HTMLElement {
  const found = [...get(within).querySelectorAll<HTMLElement>('button, a')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
  if (!found)
    throw new Error(`There is no button or link "${name}" in: ${document.body.textContent}`);
  return found;
}

export async function click(name: string, within?: string): Promise<void> {
  await happen(() => button(name, within).click());
  await wait();
}

/** Types as a user does: React hears of it through the native setter and an event. */
export async function fill(selector: string, value: string): Promise<void> {
  const field = get<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(selector);
  const prototype = Object.getPrototypeOf(field) as object;
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(
      new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }),
    );
    await Promise.resolve();
  });
}

/** Fills the fields of these names, in their order. */
export async function fillIn(values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await fill(`[name="${name}"]`, value);
}

/** The checkbox or switch of this label. */
export function checkbox(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')].find(
    (one) =>
      one.getAttribute('aria-label') === label ||
      [...(one.labels ?? [])].some(({ textContent }) => textContent === label),
  );
  if (!found) throw new Error(`There is no checkbox "${label}" in: ${document.body.textContent}`);
  return found;
}

export async function toggle(label: string): Promise<void> {
  await happen(() => checkbox(label).click());
}
