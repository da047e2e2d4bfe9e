import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nameTools } from '../../server/mcp/tools.ts';

fc.configureGlobal({ seed: 17 });

test('keeps names that are legal and different', () => {
  const tools = ['find_stock', 'opening-hours'].map((tool) => ({ server: 'Shop', tool }));
  expect(nameTools(tools)).toEqual(['find_stock', 'opening-hours']);
});

test('puts the server in front of a name that is taken, then a number behind', () => {
  const tools = [
    { server: 'North', tool: 'search' },
    { server: 'South shop', tool: 'search' },
    { server: 'South shop', tool: 'search' },
    { server: 'South shop', tool: 'se.arch' },
    { server: 'South shop', tool: 'se/arch' },
  ];
  expect(nameTools(tools)).toEqual([
    'search',
    'South_shop_search',
    'South_shop_search_2',
    'se_arch',
    'South_shop_se_arch',
  ]);
});

test('names are always legal, different and the same again; more tools do not change the first ones', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('a', '1', 'search', '日本', 'x'.repeat(80)));
  const tools = fc.array(fc.record({ server: text, tool: text }), { maxLength: 20 });
  fc.assert(
    fc.property(tools, tools, (some, more) => {
      const names = nameTools(some);
      for (const name of names) expect(name).toMatch(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/);
      expect(new Set(names).size).toBe(some.length);
      expect(nameTools([...some, ...more]).slice(0, some.length)).toEqual(names);
    }),
  );
});
