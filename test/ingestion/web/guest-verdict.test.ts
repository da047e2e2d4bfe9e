import { describe, expect, test } from '@jest/globals';
import { AppError } from '../../../server/errors/app-error.ts';
import {
  isSamePage,
  type GuestPage,
  isClosedSite,
  judgePage,
} from '../../../server/ingestion/web/guest-page.ts';

const told = {
  title: 'Boat hire',
  html: '<p>A canoe costs 12 euros an hour. A kayak costs 15 euros – “cheap”.</p><p>Yes, if it wears a <em>life</em> jacket.</p>',
};
const text =
  '<p>A canoe costs 12 euros an hour. A <b>kayak</b> costs 15 euros &#8211; &#8220;cheap&#8221;.</p>' +
  '<p>Yes, if it wears a life jacket.</p>';
const form = '<form action="/in"><input name="log"><input type="password" name="pwd"></form>';

const page = (given: Partial<GuestPage> = {}): GuestPage => ({
  url: new URL('https://site.example/boats/'),
  status: 200,
  headers: {},
  elsewhere: null,
  html: text,
  ...given,
});
const to = (address: string) => page({ status: 302, html: '', elsewhere: new URL(address) });

function verdictOf(given: GuestPage, post = told): string {
  try {
    return judgePage(given, post).is;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.retryable ? 'asked again' : 'an error for good';
  }
}

test.each<[string, Partial<GuestPage>, string]>([
  ['the text', {}, 'shown'],
  ['the text, unchanged', { status: 304, html: '' }, 'shown'],
  ['the text below a form to log in', { html: form + text }, 'shown'],
  ['the text behind tabs', { html: `<div hidden>${text}</div>` }, 'shown'],
  [
    'the text in a script',
    {
      html: `<script>{"text":"A canoe costs 12 euros an hour. A kayak costs 15 euros \\u2013 ...Yes, if it wears a life jacket"}</script>`,
    },
    'shown',
  ],
  ['a shortened text', { html: text.slice(0, 30) }, 'without_text'],
  ['the later half of it', { html: text.slice(text.indexOf('A <b>kayak')) }, 'shown'],
  ['the first of several pages', { html: `${text.slice(0, 50)}<a href="/boats/2/">` }, 'shown'],
  ['a form to log in', { html: form }, 'refused'],
  ['a notice', { html: '<p>This is for members.</p>' }, 'without_text'],
  ['nothing', { html: '' }, 'without_text'],
  ['a redirect to a form', to('https://site.example/wp-login.php?redirect_to=x'), 'refused'],
  ['a redirect to another site', to('https://other.example/boats/'), 'refused'],
  ['410', { status: 410 }, 'refused'],
  ['202, a challenge', { status: 202, headers: { 'sg-captcha': 'challenge' } }, 'asked again'],
  ['403, a challenge', { status: 403, headers: { 'cf-mitigated': 'challenge' } }, 'asked again'],
  ['429', { status: 429 }, 'asked again'],
  ['503', { status: 503 }, 'asked again'],
])('%s', (_, given, verdict) => {
  expect(verdictOf(page(given))).toBe(verdict);
});

test('a post without text is judged by its title, and only a form in its place keeps it', () => {
  const post = { title: 'Boat hire', html: '' };
  expect(verdictOf(page({ html: '<h1>Boat hire</h1>' + form }), post)).toBe('shown');
  expect(verdictOf(page({ html: '<h1>Log in</h1>' + form }), post)).toBe('refused');
  expect(verdictOf(page({ html: '<h1>Hire of boats</h1>' }), post)).toBe('shown');
});

test('cells of a table are found by themselves, texts of any script by their letters', () => {
  const row = {
    title: '',
    html: '<th>Season</th><td>Monday to Friday</td><td>twelve euros an hour</td>',
  };
  const table = '<td>Monday to Friday</td><td>twelve euros an hour</td>';
  expect(verdictOf(page({ html: table }), row)).toBe('shown');
  const japanese = { title: '', html: '<p>カヌーは一時間千二百円です。</p>' };
  expect(verdictOf(page({ html: '<p>カヌーは<b>一時間</b>千二百円です。</p>' }), japanese)).toBe(
    'shown',
  );
  expect(verdictOf(page({ html: '<p>会員限定です。</p>' }), japanese)).toBe('without_text');
});

describe('a redirect', () => {
  test.each([
    ['http://site.example/boats/', 'https://site.example/boats/'],
    ['https://site.example/boats/', 'https://www.site.example/boats/'],
    ['https://site.example/boats', 'https://site.example/boats/'],
    ['https://site.example/boats/', 'https://site.example/en/boats/'],
    ['https://site.example/pt-br/boats/', 'https://site.example/boats/'],
    ['https://site.example/', 'https://site.example/de/'],
    ['https://site.example/boats/', 'https://site.example/boats/?lang=en'],
    ['https://site.example/?p=7', 'https://site.example/?p=7&lang=en'],
    ['https://site.example/b%c3%b6te/', 'https://site.example/b%C3%B6te/'],
    ['https://site.example/index.php/boats', 'https://site.example/boats/'],
  ])('from %s to %s is the same page', (from, target) => {
    expect(isSamePage(new URL(from), new URL(target))).toBe(true);
  });
  test.each([
    ['https://site.example/boats/', 'https://site.example/'],
    ['https://site.example/faq/', 'https://site.example/'],
    ['https://site.example/boats/', 'https://site.example/members/boats/'],
    ['https://site.example/boats/', 'https://site.example/login/?to=/boats/'],
    ['https://site.example/boats/', 'https://login.site.example/boats/'],
    ['https://site.example/?p=7', 'https://site.example/?p=8'],
    ['https://site.example/?p=7', 'https://site.example/'],
    ['https://site.example/', 'https://site.example/join/'],
  ])('from %s to %s is another page', (from, target) => {
    expect(isSamePage(new URL(from), new URL(target))).toBe(false);
  });
});

describe('a front page', () => {
  const front = (given: Partial<GuestPage>) =>
    page({ url: new URL('https://site.example/'), ...given });
  const links = ['/a/', '/b/', '/c/'].map((href) => `<a class="x" href="${href}">`).join('');
  const login = page({ html: form });
  const wordPress = { expires: 'Wed, 11 Jan 1984 05:00:00 GMT' };
  const sentTo = (address: string) => front({ status: 302, elsewhere: new URL(address) });

  test.each<[string, GuestPage, GuestPage | null, boolean]>([
    ['with the site', front({ html: links }), null, false],
    ['with the site and a form', front({ html: links + form }), null, false],
    ['that is a form', front({ html: `${form}<a href="/wp-login.php?action=lost">` }), null, true],
    ['that leads to a form', sentTo('https://site.example/wp-login.php'), login, true],
    ['that leads to a refusal', sentTo('https://site.example/no/'), page({ status: 403 }), true],
    ['that leads to the shop', sentTo('https://site.example/shop/'), page(), false],
    ['that leads to a sign-on', sentTo('https://login.example/'), null, true],
    ['that wants a password', front({ status: 401 }), null, true],
    ['that WordPress refuses', front({ status: 403, headers: wordPress }), null, true],
  ])('%s', (_, given, target, closed) => {
    expect(isClosedSite(given, target)).toBe(closed);
  });

  test.each<[string, Partial<GuestPage>]>([
    ['a firewall refuses', { status: 403 }],
    ['is missing', { status: 404 }],
    ['is in maintenance', { status: 503 }],
    ['asks for a browser', { headers: { 'cf-mitigated': 'challenge' } }],
  ])('that %s decides nothing', (_, given) => {
    expect(() => isClosedSite(front(given), null)).toThrow(AppError);
  });
});
