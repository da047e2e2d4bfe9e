import * as element from '@wordpress/element';
import type { ReactNode } from 'react';
import { Answers } from './screens/answers.tsx';
import { Chats } from './screens/chats.tsx';
import { Dashboard } from './screens/dashboard.tsx';
import { Gaps } from './screens/gaps.tsx';
import { Knowledge } from './screens/knowledge.tsx';
import { Search } from './screens/search.tsx';
import { Settings } from './screens/settings.tsx';
import { Setup } from './screens/setup.tsx';
import { readSite } from './site.ts';

/** `createRoot` came with WordPress 6.2 (React 18). */
const { createRoot, render } = element as unknown as {
  createRoot?: (container: HTMLElement) => { render: (node: ReactNode) => void };
  render: (node: ReactNode, container: HTMLElement) => void;
};

const screens: Record<string, typeof Dashboard> = {
  answers: Answers,
  chats: Chats,
  gaps: Gaps,
  knowledge: Knowledge,
  search: Search,
  settings: Settings,
  setup: Setup,
};

function mount(container: HTMLElement) {
  const Screen = screens[container.dataset['screen'] ?? ''] ?? Dashboard;
  const page = <Screen site={readSite(container)} />;
  if (createRoot) createRoot(container).render(page);
  else render(page, container);
}

const container = document.getElementById('itih-admin');
if (container) mount(container);
