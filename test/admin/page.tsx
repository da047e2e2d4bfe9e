import { afterEach } from '@jest/globals';
import { act, type ReactNode } from 'react';
import { createRoot as createReactRoot } from '@wordpress/element';

interface Root {
  render: (node: ReactNode) => void;
  unmount: () => void;
}
const createRoot = createReactRoot as (container: HTMLElement) => Root;

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const roots: Root[] = [];

afterEach(async () => {
  await act(async () => {
    for (const root of roots.splice(0)) root.unmount();
    await Promise.resolve();
  });
  document.body.replaceChildren();
});

/** Lets timers of `ms` and all that follows from them happen. */
export const wait = (ms = 20) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

export async function show(node: ReactNode): Promise<Root> {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  roots.push(root);
  await act(async () => {
    root.render(node);
    await Promise.resolve();
  });
  await wait();
  return root;
}

export const text = () => document.body.textContent;

export function get<T extends Element = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`There is no ${selector} in: ${document.body.textContent}`);
  return found;
}

export function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(
    (one) => one.getAttribute('aria-label') === name || one.textContent === name,
  );
  if (!found) throw new Error(`There is no button "${name}" in: ${document.body.textContent}`);
  return found;
}

export async function click(name: string): Promise<void> {
  await act(async () => {
    button(name).click();
    await Promise.resolve();
  });
  await wait();
}

/** Types as a user does: React hears of it through the native setter and an event. */
export async function fill(selector: string, value: string): Promise<void> {
  const field = get<HTMLInputElement | HTMLSelectElement>(selector);
  const prototype = Object.getPrototypeOf(field) as object;
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(
      new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }),
    );
    await Promise.resolve();
  });
}
