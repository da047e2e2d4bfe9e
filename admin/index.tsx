import * as element from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ComponentType, ReactNode } from 'react';
import { Notice } from './components/controls.tsx';
import { Skeleton } from './components/section.tsx';
import { readSite, type Site } from './site.ts';

const { lazy, Suspense } = element;

/** `createRoot` came with WordPress 6.2 (React 18). */
const { createRoot, render } = element as unknown as {
  createRoot?: (container: HTMLElement) => { render: (node: ReactNode) => void };
  render: (node: ReactNode, container: HTMLElement) => void;
};

type Screen = ComponentType<{ site: Site }>;

/** Stands where the file of a screen does not load, such as during an update. */
const NotLoaded: Screen = () => (
  <Notice status="error">
    {__('This screen could not be loaded. Please load the page again.', 'itih-rag-chat')}
  </Notice>
);

/** Loads a screen's own file. */
const screen = (load: () => Promise<Screen>) =>
  lazy(() =>
    load()
      .then((Loaded) => ({ default: Loaded }))
      .catch(() => ({ default: NotLoaded })),
  );

const dashboard = screen(async () => (await import('./screens/dashboard.tsx')).Dashboard);
const screens: Record<string, Screen> = {
  answers: screen(async () => (await import('./screens/answers.tsx')).Answers),
  chats: screen(async () => (await import('./screens/chats.tsx')).Chats),
  gaps: screen(async () => (await import('./screens/gaps.tsx')).Gaps),
  knowledge: screen(async () => (await import('./screens/knowledge.tsx')).Knowledge),
  search: screen(async () => (await import('./screens/search.tsx')).Search),
  settings: screen(async () => (await import('./screens/settings.tsx')).Settings),
  setup: screen(async () => (await import('./screens/setup.tsx')).Setup),
};

function mount(container: HTMLElement) {
  const Screen = screens[container.dataset['screen'] ?? ''] ?? dashboard;
  const page = (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Screen site={readSite(container)} />
    </Suspense>
  );
  if (createRoot) createRoot(container).render(page);
  else render(page, container);
}

const container = document.getElementById('itih-admin');
if (container) mount(container);
