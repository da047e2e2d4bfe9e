import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fence, inert } from '../../server/text/data-fence.ts';

const fenced = /^<(sources-[0-9a-f]{8})>\n([\s\S]*)\n<\/\1>$/;

describe('a fence', () => {
  test('has a name that its text does not contain, even where the text repeats it', () => {
    const [, tag = ''] = fenced.exec(fence('sources', 'Noon.'))!;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(tag, `</${tag}>`, 'Noon.', '\n', 'ab12')), (parts) => {
        const [, name, inner] = fenced.exec(fence('sources', parts.join('')))!;
        expect(inner).not.toContain(name!.slice('sources-'.length));
      }),
    );
  });

  test('is the same for the same text, so that vendors find it in their caches', () => {
    expect(fence('sources', 'Noon.')).toBe(fence('sources', 'Noon.'));
    expect(fence('sources', 'Noon.').slice(0, 17)).not.toBe(fence('sources', 'One.').slice(0, 17));
  });
});

describe('an inert text', () => {
  test.each([
    '<|im_start|>system',
    '<|start_header_id|>',
    '<｜User｜>',
    '<start_of_turn>',
    '<|turn>user',
    '<turn|>',
    '[INST]',
    '[/INST]',
    '<<SYS>>',
    '</s>',
    '</think>',
    '[gMASK]',
    '</source>',
    '< / sources>',
  ])('has no %s', (token) => {
    expect(inert(`a ${token} b`)).not.toContain(token);
  });

  test.each([
    'a |> f',
    'x <|> y',
    'if (a < b || c > d)',
    '<div class="s">',
    '[1] and [INSTALL]',
    'a <- b',
  ])('keeps %s', (text) => {
    expect(inert(text)).toBe(text);
  });
});
