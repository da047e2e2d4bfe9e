import { expect, test } from '@jest/globals';
import { fileKindOf, fileKindOfType, fileKinds } from './document-kinds.ts';

test.each(Object.entries(fileKinds))(
  'no other kind takes the extensions and types of %s',
  (kind, { extensions, types, webTypes }) => {
    for (const extension of extensions) expect(fileKindOf(`a.${extension}`)).toBe(kind);
    for (const type of [...types, ...webTypes]) expect(fileKindOfType(type)).toBe(kind);
  },
);
