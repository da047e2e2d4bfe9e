/** A visitor who sees nothing: every step is found in the accessibility tree by role and name, and done by the keyboard. */
import { afterAll, beforeAll, test } from '@jest/globals';
import type { CDPSession, Page } from 'playwright-core';
import { until } from '../../fakes/wait.ts';
import {
  createPost,
  stack,
  startSidecar,
  trashPost,
  type Post,
  type Sidecar,
} from '../../stack.ts';
import { indexed } from '../wordpress/visitor.ts';
import { openPage, picture } from './pages.ts';

let sidecar: Sidecar;
let menu: Post;
let page: Page;
let session: CDPSession;

interface Heard {
  role: string;
  name: string;
  /** Whether a button is pressed, and whether something is unfolded. */
  state: string;
  element: number;
}

/** Reads the tree as a screen reader gets it. */
async function heard(): Promise<Heard[]> {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return nodes.flatMap((node) => {
    if (node.ignored || !node.backendDOMNodeId) return [];
    const states = (node.properties ?? []).flatMap(({ name, value }) =>
      ['pressed', 'expanded', 'modal'].includes(name) ? [`${name} ${String(value.value)}`] : [],
    );
    return [
      {
        role: String(node.role?.value),
        name: String(node.name?.value ?? ''),
        state: states.join(', '),
        element: node.backendDOMNodeId,
      },
    ];
  });
}

/** Waits until something of this role and name is heard; the last one counts. */
async function hear(role: string, name: string | RegExp): Promise<Heard> {
  let found: Heard | undefined;
  await until(`${role} "${String(name)}"`, async () => {
    found = (await heard()).findLast(
      (one) =>
        one.role === role && (typeof name === 'string' ? one.name === name : name.test(one.name)),
    );
    return found !== undefined;
  });
  return found!;
}

async function press(role: string, name: string | RegExp): Promise<void> {
  const { element } = await hear(role, name);
  await session.send('DOM.focus', { backendNodeId: element });
  await page.keyboard.press('Enter');
}

/** Each answer has a button of this name. */
const copies = async () => (await heard()).filter(({ name }) => name === 'Copy').length;

async function ask(question: string): Promise<void> {
  const { element } = await hear('textbox', /./);
  await session.send('DOM.focus', { backendNodeId: element });
  await page.keyboard.type(question);
  await page.keyboard.press('Enter');
}

beforeAll(async () => {
  sidecar = await startSidecar({
    database: 'mariadb',
    settings: {
      limits: { per_ip_max: 0 },
      chat: { contact: 'Call **01632 960 000** or [write to us](https://example.org/contact).' },
    },
  });
  menu = await createPost(
    {
      title: 'The coffee bar',
      content:
        '<h2>Food</h2><p>Porridge with berries costs £4.50.</p><h2>Dogs</h2><p>Dogs are welcome on the terrace.</p>',
    },
    'pages',
  );
  await indexed();
  page = await openPage();
  await page.goto(stack().url);
  session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
});
afterAll(async () => {
  await trashPost(menu.id, 'pages');
  await sidecar.stop();
});

test('asks, hears the answer, and rates it', async () => {
  await press('button', 'Open chat');
  await ask('What does porridge with berries cost?');
  await hear('StaticText', /^Porridge with berries costs £4\.50\./);
  await press('button', 'Helpful');
  await until('the vote counts', async () =>
    (await hear('button', 'Helpful')).state.includes('true'),
  );
});

test('opens the source, and the chat is still there', async () => {
  await press('link', 'Open page');
  await page.waitForURL((url) => url.href.startsWith(menu.link));
  await hear('heading', 'The coffee bar');
  await hear('button', 'Helpful');
});

test('finds a person after two questions that nothing answers', async () => {
  for (const question of ['What is the airspeed of a swallow?', 'Who won the cup in 1966?']) {
    const before = await copies();
    await ask(question);
    await until('it is answered', async () => (await copies()) > before);
  }
  await hear('link', /^Search th/);
  await hear('StaticText', '01632 960 000');
  await picture(page, 'person');
});

test('deletes the conversation, and the focus stays in the chat', async () => {
  await press('button', 'More');
  await press('button', 'Delete this conversation');
  await press('button', 'Delete');
  await until('nothing is left', async () => (await copies()) === 0);
  await page.keyboard.press('Escape');
  await hear('button', 'Open chat');
});
