/** Runs before each file of the project `wordpress`: none may leave a complaint of PHP about the plugin. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { pluginComplaints } from '../../stack.ts';

let before = 0;
beforeAll(() => {
  before = pluginComplaints().length;
});
afterAll(() => expect(pluginComplaints().slice(before)).toEqual([]));
