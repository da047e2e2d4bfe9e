/** @jest-environment jsdom */
import { test } from '@jest/globals';
import { createMarkdown } from '../../widget/markdown.ts';
import { parseBlocks } from '../../widget/parse-markdown.ts';
import { englishStrings } from '../../widget/strings.ts';
import { expectLinear } from '../linear.ts';

const minute = 60_000;

test(
  'an answer is divided into blocks in linear time',
  () => {
    expectLinear((text) => parseBlocks(text), [8000]);
  },
  minute,
);

// Without emphasis: jsdom takes longer to move a node the more neighbours it has.
test(
  'an answer is shown in linear time',
  () => {
    expectLinear(
      (text) => {
        const show = createMarkdown(document.createElement('div'), englishStrings, () =>
          document.createElement('button'),
        );
        show(text, [], false);
      },
      [500],
      '*_~',
    );
  },
  minute,
);
