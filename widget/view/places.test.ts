/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { placesBar } from './places.ts';

function answerWith(...addresses: string[]): Element {
  const answer = document.createElement('div');
  addresses.forEach((href, index) => {
    const mark = document.createElement('sup');
    const link = document.createElement('a');
    link.href = href;
    link.textContent = `${index + 1}`;
    mark.append(link);
    answer.append(mark);
  });
  return answer;
}

test('each place of this page has its number, those of other pages have none', () => {
  const answer = answerWith('#:~:text=One', '#:~:text=One', '/other/', '#:~:text=Four');
  const links = [...(placesBar(answer, 'Sources')?.querySelectorAll('a') ?? [])];
  expect(links.map(({ href, textContent }) => [href, textContent])).toEqual([
    ['http://localhost/#:~:text=One', '2'],
    ['http://localhost/#:~:text=Four', '4'],
  ]);
});

test('one place needs no number', () => {
  expect(placesBar(answerWith('#:~:text=One', '/other/'), 'Sources')).toBeUndefined();
  expect(placesBar(null, 'Sources')).toBeUndefined();
});
