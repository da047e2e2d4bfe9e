import { bedFor } from './jest-bed.ts';

export default () => bedFor('browser');
